import * as v from 'valibot'

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

const AuditValue = v.union([v.string(), v.number(), v.boolean(), v.null()])

/** `from` and `to` are left out when they are secret or long. */
export const AuditChangeView = v.object({
  field: v.string(),
  from: v.optional(AuditValue),
  to: v.optional(AuditValue),
})
export type AuditChange = v.InferOutput<typeof AuditChangeView>

export const auditActors = ['user', 'host', 'token', 'system'] as const
export type AuditActor = (typeof auditActors)[number]
