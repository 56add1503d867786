import { objectOf, textOf } from '../../../kernel/untyped-json.contract'

const fieldsMax = 100
const fieldMax = 100
const answerMax = 4096

/** Returns the answers of a WhatsApp Flow as texts, by its fields; empty if they cannot be read. */
export function formAnswers(json: string): Record<string, string> {
  const answers = Object.entries(parsed(json)).slice(0, fieldsMax)
  return Object.fromEntries(
    answers.map(([field, value]) => [field.slice(0, fieldMax), shown(value).slice(0, answerMax)]),
  )
}

function parsed(json: string) {
  try {
    return objectOf(JSON.parse(json))
  } catch {
    return {}
  }
}

/** Several choices become a list; of an uploaded file only its name is shown. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object') return textOf(objectOf(value)['file_name']) || JSON.stringify(value)
  return String(value)
}
