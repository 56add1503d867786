import { keysOf } from '../../src/kernel/typed-object.contract'
/** Each part gets its old value, unless something newer has changed it. */
export function revertChange<Item extends object>(now: Item, before: Item, changed: Item): Item {
  const refused = keysOf(changed).filter((name) => changed[name] !== before[name] && now[name] === changed[name])
  return { ...now, ...Object.fromEntries(refused.map((name) => [name, before[name]])) }
}
