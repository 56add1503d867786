import { ageRanges } from '../../src/ai-agent/agent/agent.contract'
import { promptVoices } from '../../src/ai/prompt/prompt.contract'
import type { AuditChange } from '../../src/kernel/audit/audit.contract'
import type { AuditWords } from '../../src/kernel/audit/send-audit-sheet'
import { displayDay, type Format } from '../i18n/format'
import { languageNames } from '../i18n/languages'
import type { AuditAreas } from './audit-areas'
import { auditLabels } from './audit-labels'

/** The words for entries of both audits, for the screens and for the exports. Unknown names are those of later releases. */
export function createAuditWords(t: AuditAreas, format: Format): AuditWords {
  const { auditWords: words, audit } = t
  const labels = auditLabels(t)
  const values = valueNames(t)
  const labelOf = (object: string, field: string) => labels[object]?.[field] ?? word(words.fieldNames, field) ?? field

  function valueText(object: string, field: string, value: AuditChange['to']) {
    const known = values[`${object}.${field}`]?.[String(value)]
    if (known !== undefined) return known
    if (value === true || value === 'enabled') return words.yes
    if (value === false || value === 'disabled') return words.no
    if (value === null || value === undefined || value === '') return words.nothing
    if (typeof value === 'number') return numberText(`${object}.${field}`, value)
    if (field === 'format') return value.toUpperCase()
    if (field === 'scopes')
      return value
        .split(',')
        .map((scope) => word(t.apiToken.scopes, scope) ?? scope)
        .join(', ')
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return format.dateTime(value)
    return /^\d{4}-\d\d-\d\d$/.test(value) ? displayDay(value) : value
  }

  function numberText(name: string, value: number) {
    if (inCents.has(name)) return format.currency(value / 100)
    const text = format.number(value, Number.isInteger(value) ? 0 : 2)
    return name === 'plan.storageGb' ? `${text} GB` : text
  }

  /** “Nome: Ana → Ana Souza”; only the field where values are not kept. */
  function changeText(object: string, { field, from, to }: AuditChange, label: string) {
    if (to === undefined) return label
    const shown = [...(from === undefined ? [] : [from]), to].map((value) => valueText(object, field, value))
    return `${label}: ${shown.join(' → ')}`
  }

  return {
    company: {
      fileName: audit.export.file,
      sheetName: audit.title,
      columns: { ...audit.columns, name: words.fieldNames.name },
      action: (action) => words.actions[action],
      object: (object) => word(words.objects, object) ?? object,
      name({ object, objectId, objectName }) {
        if (object === 'setting') return labelOf(object, objectName)
        return objectName || (objectId === null ? '' : `#${objectId}`)
      },
      by: ({ byKind, byName }) => (byKind === 'user' ? byName : [words.by[byKind], byName].filter(Boolean).join(': ')),
      changes: (object, changes) => changes.map((change) => changeText(object, change, labelOf(object, change.field))),
    },
    host: {
      fileName: audit.host.file,
      sheetName: audit.title,
      columns: {
        ...audit.columns,
        company: audit.host.columns.company,
        whom: audit.host.columns.whom,
        details: audit.host.columns.facts,
      },
      action: (type) => word(words.host.types, type) ?? type,
      details(type, details) {
        const object = objectOf(type)
        const labelOfDetail = (field: string) =>
          (field === 'name' && labels[object]?.['title']) || (word(words.host.details, field) ?? labelOf(object, field))
        return details.map((detail) => changeText(object, detail, labelOfDetail(detail.field)))
      },
    },
  }
}

const word = (words: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(words, name) ? words[name] : undefined

/** Whose fields the details of a type of the platform's entries name. */
function objectOf(type: string) {
  return type === 'company.settingChanged' ? 'setting' : type.slice(0, type.indexOf('.'))
}

const inCents: ReadonlySet<string> = new Set(['plan.amount', 'charge.payment', 'charge.returned'])

type Names = Readonly<Record<string, string>>

/** Names of values, by what was acted on and by column. */
function valueNames(t: AuditAreas): Readonly<Record<string, Names>> {
  const choices = Object.entries<Names>(t.setting.choices).map(([key, names]) => [`setting.${key}`, names] as const)
  return {
    ...Object.fromEntries(choices),
    'announcement.priority': t.announcement.priorities,
    'company.recurrence': t.company.recurrences,
    'company.language': languageNames,
    'plan.storageGb': { null: t.plan.unlimited },
    'secondFactor.code': t.auditWords.host.codes,
    'user.profile': t.user.profiles,
    'user.connectionId': { null: t.user.fields.noConnection },
    'user.role': { null: t.user.fields.noRole },
    'agent.gender': t.agent.genders,
    'agent.ageRange': named(ageRanges, t.agent.ageRange),
    'agent.communicationTone': t.agent.tones,
    'apiToken.expiresOn': { null: t.apiToken.never },
    'apiToken.connections': { '': t.apiToken.allConnections },
    'prompt.voice': named(promptVoices, t.prompt.voiceName),
    'queue.assignmentMode': t.queue.fields.assignmentModes,
    'queueIntegration.type': t.integration.types,
    'queueIntegration.language': t.integration.languages,
    'rule.match': t.rule.match,
    'connection.whenExpiresTicket': {
      0: t.connection.fields.silenceOfAnybody,
      1: t.connection.fields.silenceOfContact,
    },
  }
}

const named = (values: readonly string[], nameOf: (value: string) => string): Names =>
  Object.fromEntries(values.map((value) => [value, nameOf(value)]))
