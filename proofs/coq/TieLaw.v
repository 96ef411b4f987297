(** When raw scores under Barber's rising weights can tie: for every number of seats and tricks.

    Seats are numbered clockwise from 0 to n - 1. A trick of the seat k steps to the right counts
    k + 1, and one of the near left (k = n - 1) counts 0: [weight]. Seat i scores the sum over all
    seats j of the weight at distance (i - j) mod n times the tricks t j. T is the number of all
    tricks.

    - [residues]: scores of seats d apart differ by d * T modulo n, for every split.
    - [no_tie]: if n and T have no common factor, no two seats are level, for every split.
    - [some_tie]: if they have one, there is a split in which two seats are level. *)

Require Import ZArith Znumtheory Lia.
Open Scope Z_scope.

Fixpoint sum (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S m => sum m f + f m end.

Lemma sum_ext n f g : (forall j, (j < n)%nat -> f j = g j) -> sum n f = sum n g.
Proof.
  induction n; simpl; intros H; [reflexivity|].
  rewrite IHn by (intros; apply H; lia). now rewrite H by lia.
Qed.

Lemma sum_minus n f g : sum n f - sum n g = sum n (fun j => f j - g j).
Proof. induction n; simpl; lia. Qed.

Lemma sum_plus n f g : sum n f + sum n g = sum n (fun j => f j + g j).
Proof. induction n; simpl; lia. Qed.

Lemma sum_scale n c f : c * sum n f = sum n (fun j => c * f j).
Proof. induction n; simpl; lia. Qed.

Lemma sum_divide n c f : (forall j, (c | f j)) -> (c | sum n f).
Proof.
  intros H. induction n; simpl; [exists 0; lia|]. now apply Z.divide_add_r.
Qed.

(** A sum of which only one place k counts. *)
Definition only (k : nat) (v : Z) (j : nat) : Z := if Nat.eqb j k then v else 0.

Lemma sum_only_out n k v f : (n <= k)%nat -> sum n (fun j => f j * only k v j) = 0.
Proof.
  induction n; intros H; simpl; [reflexivity|].
  rewrite IHn by lia. unfold only. destruct (Nat.eqb_spec n k); lia.
Qed.

Lemma sum_only n k v f : (k < n)%nat -> sum n (fun j => f j * only k v j) = f k * v.
Proof.
  induction n; intros H; [lia|]. simpl.
  destruct (Nat.eq_dec k n) as [->|D].
  - rewrite sum_only_out by lia. unfold only. rewrite Nat.eqb_refl. lia.
  - rewrite IHn by lia. unfold only. destruct (Nat.eqb_spec n k); lia.
Qed.

(** Rule E as printed. *)
Definition weight (n k : Z) : Z := if k =? n - 1 then 0 else k + 1.

Definition score (n : nat) (t : nat -> Z) (i : Z) : Z :=
  sum n (fun j => weight (Z.of_nat n) ((i - Z.of_nat j) mod Z.of_nat n) * t j).

Definition tricks (n : nat) (t : nat -> Z) : Z := sum n t.

Lemma weight_mod n x : 0 < n -> weight n (x mod n) = (x + 1) mod n.
Proof.
  intros H. unfold weight. pose proof (Z.mod_pos_bound x n H) as B.
  assert (E : (x + 1) mod n = (x mod n + 1) mod n).
  { now rewrite Zplus_mod_idemp_l. }
  rewrite E. destruct (Z.eqb_spec (x mod n) (n - 1)) as [Q|Q].
  - rewrite Q. replace (n - 1 + 1) with n by lia. now rewrite Z_mod_same_full.
  - symmetry. apply Z.mod_small. lia.
Qed.

Theorem residues n t i d : (0 < n)%nat ->
  (Z.of_nat n | score n t (i + d) - score n t i - d * tricks n t).
Proof.
  intros H. unfold score, tricks. rewrite sum_minus, sum_scale, sum_minus.
  apply sum_divide. intros j. set (N := Z.of_nat n). assert (P : 0 < N) by (unfold N; lia).
  rewrite !weight_mod by assumption.
  replace (i + d - Z.of_nat j + 1) with (i - Z.of_nat j + 1 + d) by lia.
  set (x := i - Z.of_nat j + 1).
  exists ((x / N - (x + d) / N) * t j).
  pose proof (Z.div_mod (x + d) N ltac:(lia)). pose proof (Z.div_mod x N ltac:(lia)). nia.
Qed.

Theorem no_tie n t i d : (0 < n)%nat -> Z.gcd (Z.of_nat n) (tricks n t) = 1 ->
  0 < d < Z.of_nat n -> score n t (i + d) <> score n t i.
Proof.
  intros H G D E. pose proof (residues n t i d H) as R.
  assert (R' : (Z.of_nat n | tricks n t * d)).
  { destruct R as [q Q]. exists (- q). rewrite E in Q. lia. }
  apply Z.gauss in R'; [|assumption].
  apply Z.divide_pos_le in R'; lia.
Qed.

Theorem some_tie n T : (0 < n)%nat -> 0 <= T -> 1 < Z.gcd (Z.of_nat n) T ->
  exists t d, (forall j, 0 <= t j) /\ tricks n t = T /\ 0 < d < Z.of_nat n
    /\ score n t d = score n t 0.
Proof.
  intros H HT G. set (N := Z.of_nat n) in *. assert (P : 0 < N) by (unfold N; lia).
  destruct (Z.gcd_divide_l N T) as [d Hd]. destruct (Z.gcd_divide_r N T) as [b Hb].
  set (g := Z.gcd N T) in *.
  assert (D : 0 < d < N) by nia.
  assert (B0 : 0 <= b) by nia. assert (B1 : b <= T) by nia.
  assert (BN : b * N = d * T) by (rewrite Hd, Hb at 1; lia).
  (* b tricks to the seat d + 1, the others to seat 1. *)
  set (k := Z.to_nat ((d + 1) mod N)).
  assert (K : (k < n)%nat).
  { unfold k. pose proof (Z.mod_pos_bound (d + 1) N P). unfold N in *. lia. }
  assert (Kz : Z.of_nat k = (d + 1) mod N).
  { unfold k. pose proof (Z.mod_pos_bound (d + 1) N P). lia. }
  assert (One : (1 < n)%nat) by (unfold N in *; lia).
  exists (fun j => only 1 (T - b) j + only k b j), d. repeat split; try lia.
  - intros j. unfold only. destruct (Nat.eqb j 1), (Nat.eqb j k); lia.
  - unfold tricks. rewrite <- sum_plus.
    rewrite (sum_ext n (only 1 (T - b)) (fun j => 1 * only 1 (T - b) j)) by (intros; lia).
    rewrite (sum_ext n (only k b) (fun j => 1 * only k b j)) by (intros; lia).
    rewrite !sum_only by assumption. lia.
  - assert (S : forall i, score n (fun j => only 1 (T - b) j + only k b j) i
        = ((i - 1 + 1) mod N) * (T - b) + ((i - Z.of_nat k + 1) mod N) * b).
    { intros i. unfold score. fold N.
      rewrite (sum_ext n _ (fun j => weight N ((i - Z.of_nat j) mod N) * only 1 (T - b) j
        + weight N ((i - Z.of_nat j) mod N) * only k b j)) by (intros; lia).
      rewrite <- sum_plus, !sum_only by assumption. rewrite !weight_mod by assumption.
      reflexivity. }
    rewrite !S, Kz. clear S.
    replace (d - 1 + 1) with d by lia. replace (0 - 1 + 1) with 0 by lia.
    rewrite (Z.mod_small d N) by lia. rewrite Z.mod_0_l by lia.
    replace (d - (d + 1) mod N + 1) with (d + 1 - (d + 1) mod N) by lia.
    replace (0 - (d + 1) mod N + 1) with (1 - (d + 1) mod N) by lia.
    rewrite (Zminus_mod_idemp_r (d + 1)), (Zminus_mod_idemp_r 1).
    replace (d + 1 - (d + 1)) with 0 by lia. replace (1 - (d + 1)) with (- d) by lia.
    rewrite Z.mod_0_l by lia. rewrite Z.mod_opp_l_nz by (rewrite ?Z.mod_small; lia).
    rewrite Z.mod_small by lia. nia.
Qed.

Print Assumptions no_tie.
Print Assumptions some_tie.
