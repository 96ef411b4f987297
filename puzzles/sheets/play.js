// Plays the puzzles of this page against the strategies that stand in it. No connection needed.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("strategies").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const [WIDTH, HEIGHT, STEP] = [56, 80, 32];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pause = calm ? 0 : 650;
  const tables = [];

  const copy = (state) => JSON.parse(JSON.stringify(state));
  const make = (tag, text, parent, type) => {
    const node = document.createElement(tag);
    if (text) node.textContent = text;
    if (type) node.className = type;
    parent.append(node);
    return node;
  };

  class Table {
    constructor(section) {
      this.section = section;
      this.number = section.dataset.puzzle;
      this.data = data[this.number];
      this.svg = section.querySelector("figure svg");
      this.box = section.querySelector(".play");
      this.hints = [...document.querySelectorAll(`#h${this.number} details`)]
        .map((hint) => hint.lastChild.textContent === "" ? "" : hint.textContent.replace(/^hint \d+/, ""));
      this.build();
      this.restart();
    }

    build() {
      this.status = make("p", "", this.box, "status");
      this.status.setAttribute("role", "status");
      this.status.setAttribute("aria-live", "polite");
      this.choices = make("div", "", this.box, "row choices");
      this.choices.setAttribute("role", "group");
      this.choices.setAttribute("aria-label", "Cards that can be played");
      const tools = make("div", "", this.box, "row");
      this.button = {};
      for (const [name, text, act] of [
        ["on", "Go on", () => this.goOn()],
        ["back", "Take back", () => this.takeBack()],
        ["restart", "Start again", () => this.restart()],
        ["hint", "Hint", () => this.hint()],
        ["solution", "Solution", () => this.solution()],
      ]) {
        const button = make("button", text, tools, name);
        button.type = "button";
        button.addEventListener("click", act);
        this.button[name] = button;
      }
      if (this.data.every) {
        const label = make("label", "", tools);
        this.chooser = make("input", "", label);
        this.chooser.type = "checkbox";
        label.append(" choose the replies too");
        this.chooser.addEventListener("change", () => this.proceed());
      }
      this.log = make("p", "", this.box, "log");
      this.box.hidden = false;
      this.box.addEventListener("keydown", (event) => this.key(event));
      this.section.querySelector("figure").classList.add("live");
    }

    key(event) {
      const buttons = [...this.choices.querySelectorAll("button")];
      const at = buttons.indexOf(document.activeElement);
      const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (move && at >= 0) {
        buttons[(at + move + buttons.length) % buttons.length].focus();
        event.preventDefault();
      } else if (!event.ctrlKey && !event.altKey && !event.metaKey) {
        const name = { u: "back", h: "hint", r: "restart", g: "on" }[event.key.toLowerCase()];
        if (name && !this.button[name].disabled) this.button[name].click();
      }
    }

    // --- the state of the play ------------------------------------------------------------

    restart() {
      clearTimeout(this.timer);
      const start = copy(this.data.start);
      this.state = {
        node: 0, hands: start.h.map((hand) => [...hand]), trick: start.t, taken: start.k,
        names: {}, steps: null, over: false, log: [], won: -1,
      };
      this.past = [];
      this.hinted = 0;
      this.say("Your move: click a card, or choose one below.", "");
      this.proceed();
    }

    takeBack() {
      clearTimeout(this.timer);
      if (!this.past.length) return;
      this.state = this.past.pop();
      this.say("Taken back.", "");
      this.show();
      this.focus(true);
    }

    node() { return this.state.steps ? null : this.data.nodes[this.state.node]; }
    shown(sign) { return this.state.names[sign] || sign; }
    text(what) { return what[0] === "=" ? what.slice(1) : this.data.cards[this.shown(what[0])][1]; }

    apply(seat, what, effect) {
      const state = this.state;
      if (state.won >= 0) { state.trick = []; state.won = -1; }
      state.log.push(`${this.data.seats[seat]} ${this.text(what)}`);
      if (typeof effect === "object") {
        state.hands = effect.h.map((hand) => [...hand]);
        state.trick = copy(effect.t);
        state.taken = [...effect.k];
        return;
      }
      state.hands[seat].splice(state.hands[seat].indexOf(what[0]), 1);
      state.trick.push([seat, what[0]]);
      if (effect >= 0) {
        state.taken[effect] += 1;
        state.won = effect;
        state.log.push(`(${this.data.seats[effect]} takes it)`);
      }
    }

    // The cards that come to the same change names, so that one of them stands for all.
    rename(first, chosen) {
      if (first === chosen) return;
      const names = this.state.names;
      [names[first], names[chosen]] = [this.shown(chosen), this.shown(first)];
      for (const hand of this.state.hands) {
        hand.forEach((sign, i) => {
          if (sign === first) hand[i] = chosen;
          else if (sign === chosen) hand[i] = first;
        });
      }
      const order = Object.keys(this.data.cards);
      for (const hand of this.state.hands) {
        hand.sort((a, b) => order.indexOf(this.shown(a)) - order.indexOf(this.shown(b)));
      }
    }

    choose(choice, sign) {
      const node = this.node();
      this.past.push(copy(this.state));
      const [what, next, keeps, effect, refutation] = choice;
      if (what[0] !== "=") this.rename(what[0], sign);
      const text = this.text(what);
      this.apply(node[0], what, effect);
      if (node[1] && !keeps) {
        this.slip(text, refutation || []);
        return;
      }
      this.state.node = next;
      const right = node[3].filter((other) => other[2]).length;
      if (node[1]) this.say(right > 1 ? `${text} keeps the goal.` : `${text}: right, nothing else does.`, "");
      this.after();
    }

    slip(text, steps) {
      const state = this.state;
      const mine = new Set(this.data.nodes.filter((node) => node[1]).map((node) => node[0]));
      state.steps = copy(steps);
      let reply = "";
      while (state.steps.length && !reply) {
        const step = state.steps.shift();
        if (!mine.has(step[0])) reply = `${this.data.seats[step[0]]} answers with ${this.text(step[1])}`;
        this.apply(...step);
      }
      this.say(`${text}: the goal slips. ${reply || "It can't be made any more"}.`, "bad");
      this.show();
      (state.steps.length ? this.button.on : this.button.back).focus({ preventScroll: true });
    }

    goOn() {
      const steps = this.state.steps;
      if (!steps || !steps.length) return;
      this.past.push(copy(this.state));
      this.apply(...this.state.steps.shift());
      this.say(this.state.steps.length ? "The goal has slipped." : "The end: the goal was missed.", "bad");
      this.show();
    }

    after() {
      const node = this.state.node >= 0 ? this.data.nodes[this.state.node] : null;
      if (!node && this.state.hands.some((hand) => hand.length)) {
        this.state.over = true;
        this.say("This keeps the goal too, but the page knows no more of it: take back.", "");
      } else if (!node || !node[3].length) {
        this.state.over = true;
        this.say("Done: the goal is made.", "good");
      }
      this.proceed();
    }

    // Let the others answer until the reader has to decide.
    proceed() {
      this.show();
      const node = this.state.over ? null : this.node();
      if (!node || node[1] || (this.chooser && this.chooser.checked)) {
        this.focus();
        return;
      }
      clearTimeout(this.timer);
      const act = () => {
        const [what, next, , effect] = node[3][node[2]];
        const before = this.status.textContent;
        const text = this.text(what);
        this.apply(node[0], what, effect);
        this.state.node = next;
        const answer = `${this.data.seats[node[0]]} answers with ${text}.`;
        this.say(`${before.startsWith("Your move") ? "" : before + " "}${answer}`.trim(), "");
        this.after();
      };
      if (pause) this.timer = setTimeout(act, pause);
      else act();
    }

    hint() {
      if (!this.hints.length) return this.say("There is no hint.", "");
      this.say(`Hint: ${this.hints[this.hinted % this.hints.length].trim()}`, "");
      this.hinted += 1;
    }

    solution() {
      const entry = document.getElementById(`s${this.number}`);
      entry.querySelectorAll(":scope > details").forEach((fold) => { fold.open = true; });
      entry.scrollIntoView();
      const summary = entry.querySelector("summary");
      if (summary) summary.focus({ preventScroll: true });
    }

    // --- what is seen -----------------------------------------------------------------------

    say(text, kind) {
      this.status.textContent = text;
      this.status.className = `status ${kind}`;
    }

    // Keep the keyboard where the cards are, but never take it from elsewhere on the page.
    focus(always = false) {
      if (this.box.contains(document.activeElement) || document.activeElement === document.body) {
        const first = this.choices.querySelector("button");
        if (first && (always || this.past.length)) first.focus({ preventScroll: true });
      }
    }

    use(sign, x, y, group) {
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#card-${this.data.cards[this.shown(sign)][0]}`);
      use.setAttribute("x", x);
      use.setAttribute("y", y);
      group.append(use);
      return use;
    }

    show() {
      const node = this.state.over ? null : this.node();
      this.state.hands.forEach((hand, seat) => this.showHand(hand, seat, node));
      const trick = this.svg.querySelector(".trick");
      trick.replaceChildren();
      for (const [seat, sign] of this.state.trick) {
        const [x, y] = this.data.played[seat];
        this.use(sign, x - WIDTH / 2, y - HEIGHT / 2, trick);
      }
      this.data.seats.forEach((_, seat) => {
        const label = this.svg.querySelector(`.seat-${seat}`);
        label.classList.toggle("acting", Boolean(node) && node[0] === seat);
        const taken = label.querySelector(`.taken-${seat} text`);
        if (taken) taken.textContent = `tricks ${this.state.taken[seat]}`;
      });
      this.showButtons(node);
      this.log.textContent = this.state.log.join(", ").replaceAll(", (", " (");
    }

    open(node) { return node && (node[1] || (this.chooser && this.chooser.checked)); }

    showHand(hand, seat, node) {
      const group = this.svg.querySelector(`.hand-${seat}`);
      group.replaceChildren();
      const step = Math.min(STEP, (this.data.room - WIDTH) / Math.max(1, hand.length - 1));
      const left = -(step * (hand.length - 1) + WIDTH) / 2;
      hand.forEach((sign, i) => {
        const use = this.use(sign, left + step * i, -HEIGHT / 2, group);
        const choice = this.open(node) && node[0] === seat
          && node[3].find((other) => other[0][0] !== "=" && other[0].includes(sign));
        if (!choice) return;
        use.classList.add("legal");
        use.addEventListener("click", () => this.choose(choice, sign));
      });
    }

    showButtons(node) {
      this.choices.replaceChildren();
      const seat = node ? this.data.seats[node[0]] : "";
      if (this.open(node)) {
        const listed = [];
        for (const choice of node[3]) {
          if (choice[0][0] === "=") listed.push([choice, "", choice[0].slice(1), choice[0].slice(1)]);
          else for (const sign of choice[0]) {
            const card = this.data.cards[this.shown(sign)];
            listed.push([choice, sign, card[1], `${seat} plays ${card[2]}`]);
          }
        }
        const order = Object.keys(this.data.cards);
        const place = (sign) => (sign ? order.indexOf(this.shown(sign)) : -1);
        listed.sort((a, b) => place(a[1]) - place(b[1]));
        for (const [choice, sign, text, label] of listed) {
          const button = make("button", text, this.choices, "card");
          button.type = "button";
          button.classList.toggle("red", /[♥♦]/.test(text));
          button.setAttribute("aria-label", label);
          button.addEventListener("click", () => this.choose(choice, sign));
        }
      }
      this.button.on.disabled = !(this.state.steps && this.state.steps.length);
      this.button.back.disabled = !this.past.length;
    }
  }

  for (const section of document.querySelectorAll("section[data-playable]")) {
    if (data[section.dataset.puzzle]) tables.push(new Table(section));
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    tables.forEach((table) => table.restart());
    folded = [...document.querySelectorAll("details:not([open]):not(.tree)")];
    folded.forEach((fold) => { fold.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((fold) => { fold.open = false; }));
})();
