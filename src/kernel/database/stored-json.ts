/** For JSON of this product's own files; any other is parsed with a schema or `untyped-json.contract.ts`. */
export const readStored = <Stored>(text: string) => JSON.parse(text) as Stored
