// Whether a value certainly keeps a schema's rules, in one call. It knows the plans of schema/quick.rs, and reads a value as the walk of
// schema/validate.rs does; where it gives up, that one has the word.
import { names, own, shape } from "./values.js";

/**
 * @param {any[]} plan
 * @param {unknown} value
 * @returns {boolean} false says nothing
 */
export function keeps(plan, value) {
  // The bounds of the walk: what is too much for it must not pass here.
  let steps = 1_000_000;

  /** @param {number} at a subschema's place @param {any} value @param {number} depth */
  const fits = (at, value, depth) => {
    steps -= 1;
    const rules = plan[at];
    const last = rules.length - 1;
    const kind = shape(value);
    if (depth > 400 || steps <= 0 || !(rules[last] & (kind === 2 && Number.isInteger(value) ? 12 : (kind < 2 ? 1 : 2) << kind)))
      return false;
    for (let i = 0; i < last; i += 2) {
      if (!holds(rules[i], rules[i + 1], value, kind, depth)) return false;
    }
    return true;
  };

  /** @param {number} rule @param {any} operand @param {any} value @param {number} kind @param {number} depth @returns {boolean} */
  const holds = (rule, operand, value, kind, depth) => {
    switch (rule) {
      case 0:
        return kind !== 2 || value >= operand;
      case 1:
        return kind !== 2 || value <= operand;
      case 2:
        return kind !== 2 || value > operand;
      case 3:
        return kind !== 2 || value < operand;
      case 5:
        // In code points: they are counted where there may be too few.
        return kind !== 3 || value.length >= 2 * operand || [...value].length >= operand;
      case 6:
        return kind !== 3 || value.length <= operand;
      case 7:
        return kind !== 4 || value.length >>> 0 >= operand;
      case 8:
        return kind !== 4 || value.length >>> 0 <= operand;
      case 11:
        steps -= operand.length + 1;
        return operand.includes(value);
      case 12:
        return kind !== 3 || operand.test(value);
      case 13:
        return kind !== 5 || operand.every((/** @type {string} */ name) => own(value, name) !== undefined);
      case 14:
        if (kind !== 5) return true;
        for (let i = 1; i < operand.length; i += 2) {
          const member = own(value, operand[i]);
          if (member !== undefined && !fits(operand[i + 1], member, depth + 1)) return false;
        }
        return (
          operand[0] < 0 ||
          names(value).every((name) => {
            steps -= operand.length;
            if (operand.includes(name)) return true;
            const member = own(value, name);
            return member === undefined || fits(operand[0], member, depth + 1);
          })
        );
      case 15:
        for (let i = 0; kind === 4 && i < value.length; i += 1) {
          const item = value[i];
          // A hole is for the walk to judge.
          if (item === undefined || !fits(operand, item, depth + 1)) return false;
        }
        return true;
      case 16:
        return operand.some((/** @type {number} */ part) => fits(part, value, depth + 1));
      case 17:
        return fits(operand, value, depth + 1);
      default:
        return false;
    }
  };

  try {
    return fits(0, value, 1) && steps > 0;
  } catch {
    // A page's own getter or trap, or too little stack left.
    return false;
  }
}
