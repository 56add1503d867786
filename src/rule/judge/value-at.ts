/** The value at a path such as `order.items.0.name`, as text; empty when there is none. */
export function valueAt(value: unknown, path: string): string {
  let found = value
  for (const name of path.trim().split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return ''
    found = (found as Record<string, unknown>)[name]
  }
  if (found === null || found === undefined) return ''
  return typeof found === 'object' ? JSON.stringify(found) : String(found)
}
