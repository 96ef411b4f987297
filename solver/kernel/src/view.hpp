// The live cards of one solve, numbered so that within a suit a greater number is a stronger card.
#pragma once
#include <algorithm>
#include <array>

#include "mask.hpp"
#include "tables.hpp"

namespace foolproof {

template <class M> struct View {
  std::array<M, SLOTS> slot{};
  std::array<M, 3> colour{};
  std::array<M, 8> printed{};
  M trump{}, joker{}, fool{}, natural{}, plain{}, privileged{}, master{}, opening{}, pointless{};
  M counted{};                        // captured cards that matter at the end
  M pam{}, pam_ace{}, rob_ace{}, rob_king{};
  M twin{};                           // the card numbered one above has the same face
  std::vector<M> used;                // the slots that are not empty
  std::vector<M> planes;              // what else tells cards apart besides owner and rank
  M copied{};                         // all of them
  std::vector<M> copies;              // faces of which three or more are about
  std::array<std::uint8_t, MAX_CARDS> slot_of{}, face_of{}, colour_of{}, printed_of{};
  std::array<std::int16_t, MAX_CARDS> strength{}, height{}, points{};
  std::array<M, MAX_CARDS> face{};    // all cards with this card's face
  std::array<std::uint8_t, MAX_CARDS> other{};  // the number of this card in the other view
  bool trump_known = true, has_twins = false;
  int size = 0;
};

// Which face's cards are live and in which order they are numbered under one view.
inline std::vector<int> number_cards(const std::vector<int> &faces, const FaceView &v) {
  std::vector<int> order = faces;
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    if (v.slot[a] != v.slot[b]) return v.slot[a] < v.slot[b];
    if (v.strength[a] != v.strength[b]) return v.strength[a] < v.strength[b];
    return a < b;
  });
  return order;
}

template <class M> void add_plane(View<M> &view, M plane) {
  if (plane) view.planes.push_back(plane);
}

// Points, counted cards and the like make cards of neighbouring rank different.
template <class M>
void add_planes(View<M> &view, const Tables &t, bool points_matter) {
  if (points_matter)
    for (int b = 0; b < 12; ++b) {
      M plane{};
      for (int i = 0; i < view.size; ++i)
        if ((view.points[i] >> b) & 1) plane |= bit<M>(i);
      add_plane(view, plane);
    }
  add_plane(view, view.privileged);
  add_plane(view, view.pam);
  add_plane(view, view.pam_ace);
  add_plane(view, view.counted);
  if (t.pointless_matters) add_plane(view, view.pointless);
  if (t.colour_matters && view.trump) add_plane(view, M(view.colour[1] & view.trump));
}

// Cards whose face is also that of the next higher card in play.
template <class M> M live_twins(const View<M> &v, M in_play) {
  M out = v.twin & in_play & (in_play >> 1);
  if (!v.copies.empty()) out &= ~v.copied;
  for (const M &face : v.copies) {
    const M live = face & in_play;
    if (count(live) > 1) out |= live & ~bit<M>(highest(live));
  }
  return out;
}

template <class M>
View<M> make_view(const Tables &t, const FaceView &v, const std::vector<int> &faces,
                  const Root &root, const Goal &goal, bool points_matter) {
  View<M> out;
  const std::vector<int> order = number_cards(faces, v);
  out.size = int(order.size());
  out.trump_known = v.trump_known;
  for (int i = 0; i < out.size; ++i) {
    const int f = order[i];
    const M b = bit<M>(i);
    out.slot_of[i] = std::uint8_t(v.slot[f]);
    out.face_of[i] = std::uint8_t(f);
    out.colour_of[i] = std::uint8_t(t.colour[f]);
    out.printed_of[i] = std::uint8_t(t.printed[f]);
    out.strength[i] = std::int16_t(v.strength[f]);
    out.height[i] = std::int16_t(t.height[f]);
    out.points[i] = std::int16_t(t.points[f]);
    out.slot[v.slot[f]] |= b;
    out.colour[t.colour[f]] |= b;
    out.printed[t.printed[f]] |= b;
    if (v.trump[f]) out.trump |= b;
    if (t.joker[f]) out.joker |= b;
    if (t.fool[f]) out.fool |= b;
    if (v.privilege[f]) out.privileged |= b;
    if (t.points[f] == 0) out.pointless |= b;
    if (f == t.pam_ace && v.trump_known) out.pam_ace |= b;
    if (f == t.pam) out.pam |= b;
    if (f == t.rob_ace) out.rob_ace |= b;
    if (f == t.rob_king_face) out.rob_king |= b;
    for (int m : v.master) if (m == f) out.master |= b;
    for (int m : root.opening) if (m == f) out.opening |= b;
    for (int m : goal.counted) if (m == f) out.counted |= b;
    if (i && order[i - 1] == f) out.twin |= bit<M>(i - 1);
  }
  const M all = out.size == int(sizeof(M) * 8) ? ~M(0) : below<M>(out.size);
  out.natural = all & ~(out.joker | out.fool);
  out.plain = out.natural & ~out.trump;
  out.has_twins = out.twin != 0;
  for (const M &slot : out.slot)
    if (slot) out.used.push_back(slot);
  for (int i = 0; i < out.size; ++i)
    for (int j = 0; j < out.size; ++j)
      if (order[i] == order[j]) out.face[i] |= bit<M>(j);
  for (int i = 0; i < out.size; ++i)
    if (count(out.face[i]) > 2 && lowest(out.face[i]) == i) {
      out.copies.push_back(out.face[i]);
      out.copied |= out.face[i];
    }
  add_planes(out, t, points_matter);
  return out;
}

}  // namespace foolproof
