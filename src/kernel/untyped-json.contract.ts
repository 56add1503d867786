export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objectsIn = (value: unknown): JsonObject[] => listOf(value).map(objectOf)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** For JSON of this product's own files; any other is parsed with a schema or `untyped-json.contract.ts`. */
export const readStored = <Stored>(text: string) => JSON.parse(text) as Stored
