// The Python module: plain records for tables, positions and goals, and one function.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "clock.hpp"
#include "tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace foolproof;

namespace {

void bind_tables(nb::module_ &m) {
  nb::class_<Tier>(m, "Tier").def(nb::init<>()).def_rw("kinds", &Tier::kinds)
      .def_rw("conditions", &Tier::conditions);
  nb::class_<FaceView>(m, "FaceView").def(nb::init<>())
      .def_rw("slot", &FaceView::slot).def_rw("strength", &FaceView::strength)
      .def_rw("trump", &FaceView::trump).def_rw("privilege", &FaceView::privilege)
      .def_rw("master", &FaceView::master).def_rw("trump_known", &FaceView::trump_known);
  nb::class_<Tables> c(m, "Tables");
  c.def(nb::init<>());
#define FIELD(name) c.def_rw(#name, &Tables::name)
  FIELD(players); FIELD(colour); FIELD(printed); FIELD(joker); FIELD(fool); FIELD(points);
  FIELD(height); FIELD(views); FIELD(lead); FIELD(follow); FIELD(always); FIELD(winner);
  FIELD(equal); FIELD(jokers); FIELD(gift); FIELD(face_down); FIELD(breaks); FIELD(pam_ace); FIELD(pam);
  FIELD(rob_king); FIELD(rob_ace); FIELD(rob_king_face); FIELD(jink); FIELD(draw); FIELD(draw_on);
  FIELD(late_trump); FIELD(trump_leads); FIELD(withhold_alone); FIELD(names_ranks);
  FIELD(names_cards_at_first); FIELD(needs_number); FIELD(colour_matters); FIELD(reversible);
  FIELD(pointless_matters); FIELD(named); FIELD(colours_swap);
#undef FIELD
}

void bind_root(nb::module_ &m) {
  nb::class_<Root> c(m, "Root");
  c.def(nb::init<>());
#define FIELD(name) c.def_rw(#name, &Root::name)
  FIELD(hands); FIELD(trick_seats); FIELD(trick_faces); FIELD(leader); FIELD(turn); FIELD(phase);
  FIELD(done); FIELD(dealer); FIELD(taken); FIELD(active); FIELD(stock); FIELD(turn_up);
  FIELD(asked); FIELD(go); FIELD(opening); FIELD(robbing); FIELD(broken); FIELD(called);
  FIELD(robbed); FIELD(general);
#undef FIELD
}

void bind_goal(nb::module_ &m) {
  nb::class_<Ending>(m, "Ending").def_ro("taken", &Ending::taken).def_ro("won", &Ending::won)
      .def_ro("go", &Ending::go).def_ro("result", &Ending::result)
      .def_ro("robbed", &Ending::robbed).def_ro("leader", &Ending::leader);
  nb::class_<Goal> c(m, "Goal");
  c.def(nb::init<>());
#define FIELD(name) c.def_rw(#name, &Goal::name)
  FIELD(mode); FIELD(trick_value); FIELD(point_value); FIELD(maximises); FIELD(target);
  FIELD(last_points); FIELD(leader_counts); FIELD(counted); FIELD(low); FIELD(high); FIELD(value);
#undef FIELD
  nb::class_<OwnGoal>(m, "OwnGoal").def(nb::init<>())
      .def_rw("trick_value", &OwnGoal::trick_value).def_rw("point_value", &OwnGoal::point_value)
      .def_rw("values", &OwnGoal::values).def_rw("least", &OwnGoal::least);
}

void bind_options(nb::module_ &m) {
  nb::class_<Options> c(m, "Options");
  c.def(nb::init<>());
#define FIELD(name) c.def_rw(#name, &Options::name)
  FIELD(equivalents); FIELD(relative_ranks); FIELD(isomorphism); FIELD(reversal);
  FIELD(irrelevant_ranks); FIELD(joker_bound); FIELD(trump_bound); FIELD(history);
  FIELD(good_first); FIELD(quick_tricks); FIELD(last_trick); FIELD(promise); FIELD(reach);
  FIELD(relevance); FIELD(colour_bound); FIELD(outlook); FIELD(effort); FIELD(rounds_from);
  FIELD(threads);
  FIELD(table); FIELD(driver); FIELD(memory_mb); FIELD(entries); FIELD(nodes); FIELD(seconds);
#undef FIELD
  nb::class_<Question> q(m, "Question");
  q.def(nb::init<>());
#define FIELD(name) q.def_rw(#name, &Question::name)
  FIELD(actions); FIELD(line); FIELD(decide); FIELD(bound); FIELD(guess); FIELD(have_guess);
#undef FIELD
}

void bind_result(nb::module_ &m) {
  nb::class_<ActionValue>(m, "ActionValue").def_ro("code", &ActionValue::code)
      .def_ro("value", &ActionValue::value).def_ro("group", &ActionValue::group);
  nb::class_<Result> c(m, "Result");
#define FIELD(name) c.def_ro(#name, &Result::name)
  FIELD(status); FIELD(lower); FIELD(upper); FIELD(actions); FIELD(line); FIELD(nodes);
  FIELD(stored); FIELD(table_bytes); FIELD(probes);
#undef FIELD
}

// Signals reach Python only with the lock held, and only in its main thread.
bool signalled() {
  nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  PyErr_Clear();
  return true;
}

// Python works out what an ending is worth; a signal that reaches it there stops the search too.
template <class Worth>
std::function<Worth(const Ending &)> heeding(const std::function<Worth(const Ending &)> &worth) {
  if (!worth) return {};
  return [&worth](const Ending &ending) -> Worth {
    try {
      return worth(ending);
    } catch (const nb::python_error &error) {
      nb::gil_scoped_acquire lock;
      if (error.matches(PyExc_KeyboardInterrupt)) throw Stopped{INTERRUPTED};
      throw;
    }
  };
}

Result solve_released(const Tables &t, const Root &root, const Goal &goal, const Options &o,
                      const Question &q) {
  Goal heeded = goal;
  heeded.value = heeding(goal.value);
  nb::gil_scoped_release free;
  return solve(t, root, heeded, o, q, signalled);
}

Result solve_each_released(const Tables &t, const Root &root, const Goal &goal, const OwnGoal &own,
                           int seat, const Options &o) {
  OwnGoal heeded = own;
  heeded.values = heeding(own.values);
  nb::gil_scoped_release free;
  return solve_each(t, root, goal, heeded, seat, o, signalled);
}

}  // namespace

// The name is a macro: one of the builds that CMakeLists.txt makes.
#define DEFINE_MODULE(name, variable) NB_MODULE(name, variable)
DEFINE_MODULE(FOOLPROOF_MODULE, m) {
  bind_tables(m);
  bind_root(m);
  bind_goal(m);
  bind_options(m);
  bind_result(m);
  m.def("solve", &solve_released, "tables"_a, "root"_a, "goal"_a, "options"_a, "question"_a);
  m.def("solve_each", &solve_each_released, "tables"_a, "root"_a, "goal"_a, "own"_a, "seat"_a,
        "options"_a);
}
