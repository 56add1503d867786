/** What people filter by. */
export const auditCategories = [
  'rights',
  'settings',
  'connections',
  'tokens',
  'records',
  'exports',
  'deletions',
  'data',
  'signIns',
  'support',
] as const
export type AuditCategory = (typeof auditCategories)[number]

export const auditActions = [
  'created',
  'updated',
  'deleted',
  'erased',
  'exported',
  'imported',
  'undone',
  'merged',
  'restored',
  'started',
  'stopped',
  'secretReplaced',
  'linkMade',
  'codeShown',
  'codeRenewed',
  'disconnected',
  'signedIn',
  'signInRefused',
  'turnedOn',
  'turnedOff',
  'reset',
  'codesRenewed',
  'codeUsed',
  'refused',
  'added',
  'removed',
  'confirmed',
  'ended',
] as const
export type AuditAction = (typeof auditActions)[number]

type AuditValue = string | number | boolean | null

/** `from` and `to` are left out when they are secret or long. */
export interface AuditChange {
  field: string
  from?: AuditValue
  to?: AuditValue
}

export const auditActors = ['user', 'host', 'token', 'system'] as const
export type AuditActor = (typeof auditActors)[number]
