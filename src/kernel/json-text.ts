import type { Context } from 'elysia'

declare const valueOf: unique symbol

/** A value as JSON, for answers made from cached parts. */
export type JsonText<Value> = string & { readonly [valueOf]: Value }

export const toJson = <Value>(value: Value) => JSON.stringify(value) as JsonText<Value>

/** An object whose first property is a list of serialized items. */
export function jsonWithList<Value extends object, Name extends keyof Value & string>(
  name: Name,
  items: readonly string[],
  others: Omit<Value, Name>,
) {
  const rest = JSON.stringify(others).slice(1)
  return `{"${name}":[${items.join(',')}]${rest === '}' ? '' : ','}${rest}` as JsonText<Value>
}

/** Answers a call with JSON. */
export function sendJson<Value>(set: Context['set'], text: JsonText<Value>): JsonText<Value> {
  set.headers['content-type'] = 'application/json'
  return text
}
