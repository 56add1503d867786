import { auditChangeText, type AuditTexts } from '../../src/audit/audit-texts.contract'
import { auditTextsEn } from '../../src/audit/audit-texts-en.contract'
import { auditTextsEs } from '../../src/audit/audit-texts-es.contract'
import { auditTextsPt } from '../../src/audit/audit-texts-pt.contract'
import type { AuditEntryView } from '../../src/audit/audit.calls'
import { useUser } from '../app/app-context'
import { atField, links } from '../app/links'
import { connectionPlaces } from '../connection/connection-places'
import { useLanguage, useTexts } from '../i18n/i18n'
import type { Language } from '../i18n/languages'
import { queuePlaces } from '../queue/queue-places'

const texts: Record<Language, AuditTexts> = { pt: auditTextsPt, en: auditTextsEn, es: auditTextsEs }

/** The words for an entry: the forms' own names of fields, where a form has them. */
export function useAuditWords() {
  const language = useLanguage()
  const user = useUser()
  const areas = useTexts('user', 'setting', 'connection', 'queue', 'hours')
  const words = texts[language]
  const context = { user, language, texts: areas }
  const labels = new Map([
    ...[...connectionPlaces.list(context), ...queuePlaces.list(context)].map(({ id, label }) => [id, label] as const),
    ...Object.entries(areas.user.permissions).map(([name, label]) => [`user.${name}`, label] as const),
    ...Object.entries(areas.user.permissions).map(([name, label]) => [`role.${name}`, label] as const),
    ...Object.entries(areas.setting.settings).map(([key, { label }]) => [`setting.${key}`, label] as const),
  ])
  const fieldOf = (object: string, field: string) =>
    labels.get(`${object}.${field}`) ?? words.fieldNames[field] ?? field

  return {
    action: ({ action }: AuditEntryView) => words.actions[action],
    object: ({ object }: AuditEntryView) => words.objects[object] ?? object,
    name({ object, objectId, objectName }: AuditEntryView) {
      if (object === 'setting') return fieldOf(object, objectName)
      return objectName || (objectId === null ? '' : `#${objectId}`)
    },
    by: ({ byKind, byName }: AuditEntryView) =>
      byKind === 'user' ? byName : [words.by[byKind], byName].filter(Boolean).join(': '),
    changes: ({ object, changes }: AuditEntryView) =>
      changes.map((change) => auditChangeText(change, { ...words, fieldOf: (field) => fieldOf(object, field) })),
    others: words.by,
  }
}

const addresses: Readonly<Record<string, (id: number) => string>> = {
  user: links.editUser,
  twoFactor: links.editUser,
  passkey: links.editUser,
  device: links.editUser,
  session: links.editUser,
  role: links.editRole,
  connection: links.editConnection,
  connectionWebhook: links.editConnection,
  queue: links.editQueue,
  campaign: links.editCampaign,
  tag: links.editTag,
  contact: links.contact,
}

export type AuditWords = ReturnType<typeof useAuditWords>

/** Where what was acted on is, if it still may be. */
export function addressOf({ object, action, objectId, objectName }: AuditEntryView): string | undefined {
  if (action === 'deleted' || action === 'erased') return undefined
  if (object === 'setting') return atField(links.settings(), objectName)
  return objectId === null ? undefined : addresses[object]?.(objectId)
}
