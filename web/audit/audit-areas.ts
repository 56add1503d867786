import type { Area, AreaTexts } from '../i18n/areas'

/** Areas of the forms whose fields the entries name. */
export const auditAreas = [
  'audit',
  'auditWords',
  'agent',
  'aiProvider',
  'announcement',
  'apiToken',
  'campaign',
  'company',
  'connection',
  'contactList',
  'fileList',
  'finance',
  'flow',
  'help',
  'holiday',
  'hours',
  'integration',
  'macro',
  'phrase',
  'plan',
  'prompt',
  'queue',
  'quickMessage',
  'role',
  'rule',
  'setting',
  'tag',
  'user',
] as const satisfies Area[]

export type AuditAreas = Pick<AreaTexts, (typeof auditAreas)[number]>
