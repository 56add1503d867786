/**
 * Takes a change back that was shown before the server agreed: each part it changed is as it was before, unless something
 * newer has changed that part since.
 */
export function takeBack<Item extends object>(now: Item, before: Item, changed: Item): Item {
  const refused = (Object.keys(changed) as (keyof Item)[]).filter(
    (name) => changed[name] !== before[name] && now[name] === changed[name],
  )
  return { ...now, ...Object.fromEntries(refused.map((name) => [name, before[name]])) }
}
