/**
 * What of a form's body differs from the record that was opened in it. Only that is saved, so that what a colleague changed
 * meanwhile is not written over with what it was before.
 */
export function changedParts<Body extends object>(body: Body, opened: object): Partial<Body> {
  const before = opened as Record<string, unknown>
  const parts = Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(parts) as Partial<Body>
}
