/** Only these are saved, so that a colleague's changes are not overwritten with old values. */
export function changedParts<Body extends object>(body: Body, opened: object): Partial<Body> {
  const before = opened as Record<string, unknown>
  const parts = Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(parts) as Partial<Body>
}
