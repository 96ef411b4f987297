// A moment of play inside the search. Changed in place and restored on the way back.
#pragma once
#include "view.hpp"

namespace foolproof {

template <class M> struct State {
  std::array<M, MAX_SEATS> hand{};
  M in_play{};       // cards that can still meet: hands, the trick, the stock, an open turn-up
  M stock_left{};
  M turn_up{};
  M trick{};         // the cards on the table as a set
  std::array<std::uint8_t, MAX_SEATS> trick_card{}, trick_seat{};
  int trick_size = 0, leader = 0, turn = 0, view = 0, done = 0;
  int stock_at = 0;                // how many cards of the stock have been taken
  bool broken = false, called = false, robbed = false;
  std::uint32_t asked = 0, go = 0; // seats that have decided about robbing; that must take all
  std::array<std::int16_t, MAX_SEATS> taken{};
  std::array<M, MAX_SEATS> won{};  // counted cards only
  int so_far = 0;                  // EXACT: what the side has got since the root
  int plus = 0, minus = 0;         // points above and below nothing among the cards in play
};

// What stays the same during one solve.
template <class M> struct Setting {
  const Tables *t = nullptr;
  const Goal *goal = nullptr;
  std::vector<View<M>> views;
  std::vector<std::array<std::uint8_t, 2>> stock;  // numbers in each view
  std::vector<int> seats;                          // active seats in order
  std::array<std::uint8_t, MAX_SEATS> next{};      // the active seat after each
  std::uint32_t active = 0;
  int players = 0, dealer = 0, general = -1;
  bool points_matter = false;
};

// Renumber every card of the state from one view to the other.
template <class M> M renumber(M set, const View<M> &from) {
  M out{};
  for (; set; set &= set - 1) out |= bit<M>(from.other[lowest(set)]);
  return out;
}

template <class M> void switch_view(const Setting<M> &g, State<M> &s, int to) {
  const View<M> &from = g.views[s.view];
  for (int seat : g.seats) s.hand[seat] = renumber(s.hand[seat], from);
  for (int seat = 0; seat < g.players; ++seat)
    if (s.won[seat]) s.won[seat] = renumber(s.won[seat], from);
  s.in_play = renumber(s.in_play, from);
  s.stock_left = renumber(s.stock_left, from);
  s.turn_up = renumber(s.turn_up, from);
  s.trick = renumber(s.trick, from);
  for (int i = 0; i < s.trick_size; ++i) s.trick_card[i] = from.other[s.trick_card[i]];
  s.view = to;
}

}  // namespace foolproof
