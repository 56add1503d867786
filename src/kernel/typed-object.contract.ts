export function keysOf<Keyed extends object>(object: Keyed) {
  return Object.keys(object) as (keyof Keyed & string)[]
}

export function recordOf<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

export function pick<Picked extends object, Name extends keyof Picked>(object: Picked, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<Picked, Name>
}

export function isKeyOf<Keyed extends object>(object: Keyed, name: PropertyKey): name is keyof Keyed {
  return Object.hasOwn(object, name)
}
