// From what Python hands over to the search's own layout: live cards, views, the first state.
#pragma once
#include "state.hpp"

namespace foolproof {

inline std::vector<int> live_faces(const Root &root) {
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
  for (int seat : g.seats)  // who is out holds cards that meet no others
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
  for (int seat : g.seats) s.in_play |= s.hand[seat];
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

}  // namespace foolproof
