/** JSON whose form is not known, such as an answer of another service. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an empty object for anything else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Returns an empty list for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objectsIn = (value: unknown): JsonObject[] => listOf(value).map(objectOf)

/** Returns an empty text for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
