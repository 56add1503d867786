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

/** Meta's builder writes `screen_0_Full_name_1`, `0_Excellent`. Fields without a text have their component's name. */
const builtField = /^screen_\d+_(.+)_\d+$/
const components =
  /^(?:TextInput|TextArea|Dropdown|RadioButtonsGroup|CheckboxGroup|ChipsSelector|DatePicker|CalendarPicker|OptIn|PhotoPicker|DocumentPicker)$/
const builtChoice = /(^|, )\d+_/g

export function formLines(answers: Readonly<Record<string, string>>): string[] {
  return Object.entries(answers).flatMap(([field, value]) => {
    const [, built] = builtField.exec(field) ?? []
    const label = (built ?? field).replaceAll('_', ' ')
    const chosen =
      built === undefined || !/^\d+_/.test(value) ? value : value.replace(builtChoice, '$1').replaceAll('_', ' ')
    if (field === 'flow_token' || chosen === '') return []
    return built !== undefined && components.test(built) ? chosen : `${label}: ${chosen}`
  })
}

function parsed(json: string) {
  try {
    return objectOf(JSON.parse(json))
  } catch {
    return {}
  }
}

/** Several choices become a list, an uploaded file its name. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object') return textOf(objectOf(value)['file_name']) || JSON.stringify(value)
  return String(value)
}
