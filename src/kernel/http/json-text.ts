import type { Context } from 'elysia'

declare const valueOf: unique symbol

export type JsonText<Value> = string & { readonly [valueOf]: Value }

export const toJson = <Value>(value: Value) => JSON.stringify(value) as JsonText<Value>

/** An object as JSON without its closing brace, to which `withMore` adds those of `moreJson`. */
export const openJson = (value: object) => JSON.stringify(value).slice(0, -1)

/** Properties as JSON without the opening brace, for `withMore`. */
export const moreJson = (properties: object) => JSON.stringify(properties).slice(1)

export function withMore(opened: string, more: string) {
  return more === '}' ? opened + more : `${opened},${more}`
}

export function jsonWithList<Value extends object, Name extends keyof Value & string>(
  name: Name,
  items: readonly string[],
  others: Omit<Value, Name>,
) {
  return withMore(`{"${name}":[${items.join(',')}]`, moreJson(others)) as JsonText<Value>
}

export function sendJson<Value>(set: Context['set'], text: JsonText<Value>): JsonText<Value> {
  set.headers['content-type'] = 'application/json'
  return text
}
