import type { AuditAction } from '../kernel/audit/audit.contract'

/** Words for the screen and for exports. Objects and fields that are not listed are shown by their own name. */
export interface AuditTexts {
  actions: Record<AuditAction, string>
  objects: Record<string, string>
  fieldNames: Record<string, string>
  by: { host: string; system: string; token: string }
  yes: string
  no: string
  nothing: string
}

interface Labels {
  yes: string
  no: string
  nothing: string
  fieldOf(field: string): string
}

/** “Nome: Ana → Ana Souza”; only the field where values are not kept. */
export function auditChangeText(
  { field, from, to }: { field: string; from?: unknown; to?: unknown },
  { fieldOf, ...texts }: Labels,
): string {
  if (to === undefined) return fieldOf(field)
  const shown = (value: unknown) => auditValueText(value, texts)
  return from === undefined ? `${fieldOf(field)}: ${shown(to)}` : `${fieldOf(field)}: ${shown(from)} → ${shown(to)}`
}

function auditValueText(value: unknown, { yes, no, nothing }: Pick<Labels, 'yes' | 'no' | 'nothing'>): string {
  if (value === true || value === 'enabled') return yes
  if (value === false || value === 'disabled') return no
  return value === null || value === '' ? nothing : String(value)
}
