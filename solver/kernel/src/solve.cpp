// From tables to an answer: lay out the live cards, run the searches that the question needs.
#include "search.hpp"

namespace foolproof {
namespace {

std::vector<int> live_faces(const Root &root) {
  std::vector<int> out;
  for (const auto &hand : root.hands) out.insert(out.end(), hand.begin(), hand.end());
  for (const auto *pile : {&root.trick_faces, &root.stock, &root.turn_up})
    out.insert(out.end(), pile->begin(), pile->end());
  return out;
}

// Take the lowest free card of a face.
template <class M> class Dispenser {
 public:
  explicit Dispenser(const View<M> &v) : v_(v) {}
  int take(int face) {
    for (int i = 0; i < v_.size; ++i)
      if (v_.face_of[i] == face && !(used_ & bit<M>(i))) {
        used_ |= bit<M>(i);
        return i;
      }
    return 0;
  }

 private:
  const View<M> &v_;
  M used_{};
};

template <class M> void link_views(Setting<M> &g) {
  const int n = int(g.views.size());
  for (int k = 0; k < n; ++k) {
    View<M> &from = g.views[k];
    const View<M> &to = g.views[n - 1 - k];
    for (int i = 0; i < from.size; ++i) {
      const M before = from.face[i] & below<M>(i);
      const int copy = count(before);
      for (int j = 0; j < to.size; ++j)
        if (to.face_of[j] == from.face_of[i]) {
          from.other[i] = std::uint8_t(nth(to.face[j], copy));
          break;
        }
    }
  }
}

template <class M>
Setting<M> make_setting(const Tables &t, const Root &root, const Goal &goal) {
  Setting<M> g;
  g.t = &t;
  g.goal = &goal;
  g.players = t.players;
  g.dealer = root.dealer;
  g.general = root.general;
  for (int v : goal.point_value) g.points_matter |= v != 0;
  const std::vector<int> faces = live_faces(root);
  for (const FaceView &v : t.views)
    g.views.push_back(make_view<M>(t, v, faces, root, goal, g.points_matter));
  link_views(g);
  for (int seat = 0; seat < t.players; ++seat)
    if (root.active[seat]) g.seats.push_back(seat), g.active |= 1u << seat;
  for (int seat = 0; seat < t.players; ++seat) {
    int next = (seat + 1) % t.players;
    while (!root.active[next] && next != seat) next = (next + 1) % t.players;
    g.next[seat] = std::uint8_t(next);
  }
  return g;
}

template <class M> State<M> make_state(Setting<M> &g, const Root &root) {
  State<M> s;
  const View<M> &v = g.views[0];
  Dispenser<M> cards(v);
  for (int seat = 0; seat < g.players; ++seat)
    for (int face : root.hands[seat]) s.hand[seat] |= bit<M>(cards.take(face));
  for (std::size_t i = 0; i < root.trick_faces.size(); ++i) {
    const int card = cards.take(root.trick_faces[i]);
    s.trick |= bit<M>(card);
    s.trick_card[i] = std::uint8_t(card);
    s.trick_seat[i] = std::uint8_t(root.trick_seats[i]);
  }
  s.trick_size = int(root.trick_faces.size());
  for (int face : root.stock) {
    const int card = cards.take(face);
    g.stock.push_back({std::uint8_t(card), v.other[card]});
    s.stock_left |= bit<M>(card);
  }
  for (int face : root.turn_up) s.turn_up |= bit<M>(cards.take(face));
  s.in_play = s.trick | s.stock_left | s.turn_up;
  for (int seat = 0; seat < g.players; ++seat) s.in_play |= s.hand[seat];
  s.leader = root.leader;
  s.turn = root.turn;
  s.done = root.done;
  s.broken = root.broken;
  s.called = root.called;
  s.robbed = root.robbed;
  for (int seat = 0; seat < g.players; ++seat) {
    s.taken[seat] = std::int16_t(root.taken[seat]);
    if (root.asked[seat]) s.asked |= 1u << seat;
    if (root.go[seat]) s.go |= 1u << seat;
  }
  for (int i = 0; i < v.size; ++i) (v.points[i] > 0 ? s.plus : s.minus) += v.points[i];
  (g.goal->last_points > 0 ? s.plus : s.minus) += g.goal->last_points;
  return s;
}

// A first guess of the value: a side that is a small part of the seats gets less than its part.
int likely(const Goal &goal, const Root &root, int low, int high) {
  double up = 0, down = 0;
  for (std::size_t seat = 0; seat < root.active.size(); ++seat)
    if (root.active[seat]) (goal.maximises[seat] ? up : down) += 1;
  up = up * up * up;
  down = down * down * down;
  return low + int(double(high - low) * up / (up + down) + 0.25);
}

template <class M>
void answer(Search<M> &search, const Root &root, const Goal &goal, const Question &q, const Options &o, Result &r) {
  auto [low, high] = search.bounds_at_root();
  r.lower = std::max(low, goal.low);
  r.upper = std::min(high, goal.high);
  const auto probe = [&](int alpha, int beta) {
    const int v = search.value(alpha, beta);
    if (v < beta) r.upper = std::min(r.upper, std::max(v, r.lower));
    if (v > alpha) r.lower = std::max(r.lower, std::min(v, r.upper));
    ++r.probes;
    return v;
  };
  if (q.decide) {
    if (r.lower < q.bound && r.upper >= q.bound) probe(q.bound - 1, q.bound);
    return;
  }
  if (o.driver == 3) {
    const int v = search.value(-FAR, FAR);
    r.lower = r.upper = v;
  } else {
    const int guess = q.have_guess ? q.guess : likely(goal, root, r.lower, r.upper);
    r.lower = r.upper = search.exact(r.lower, r.upper, guess, probe);
  }
  if (q.actions) r.actions = search.list(goal.low, goal.high, r.lower);
  if (q.line) r.line = search.line(r.lower);
}

template <class M>
Result run(const Tables &t, const Root &root, const Goal &goal, const Options &o,
           const Question &q, const std::function<bool()> &interrupted) {
  Setting<M> g = make_setting<M>(t, root, goal);
  const State<M> s = make_state(g, root);
  Result r;
  Search<M> search(g, s, root, o, interrupted);
  try {
    answer(search, root, goal, q, o, r);
  } catch (const Stopped &stopped) {
    r.status = stopped.status;
  }
  r.nodes = search.nodes();
  r.stored = search.memory().stored();
  r.table_bytes = search.memory().bytes();
  return r;
}

}  // namespace

Result solve(const Tables &t, const Root &root, const Goal &goal, const Options &o,
             const Question &q, const std::function<bool()> &interrupted) {
  if (live_faces(root).size() <= 64) return run<u64>(t, root, goal, o, q, interrupted);
  return run<u128>(t, root, goal, o, q, interrupted);
}

}  // namespace foolproof
