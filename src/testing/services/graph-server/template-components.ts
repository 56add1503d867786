import type { GraphState } from './graph-state'
import type { Json } from './graph-server.types'

/**
 * "Template components", developers.facebook.com, read in November 2026: media headers take a handle of the Resumable Upload
 * API; ten buttons, quick replies apart from the others. "Copy code authentication templates", updated June 24, 2026: no
 * text of the business. The sentences are from memory.
 */
export function findComponentFault(state: GraphState, category: string, components: readonly Json[]) {
  const faultOf = category === 'AUTHENTICATION' ? findCodeFault : findFault
  return components.map((part) => faultOf(state, part)).find((fault) => fault !== undefined)
}

const typeOf = (part: Json) => String(part['type']).toUpperCase()

function findCodeFault(_: GraphState, part: Json): string | undefined {
  const allowed: Record<string, string> = {
    BODY: 'type,add_security_recommendation',
    FOOTER: 'type,code_expiration_minutes',
    BUTTONS: 'type,buttons',
  }
  const fields = allowed[typeOf(part)]?.split(',')
  if (!fields || Object.keys(part).some((field) => !fields.includes(field))) return 'Unexpected component or field'
  const minutes = part['code_expiration_minutes']
  return minutes === undefined || (Number(minutes) >= 1 && Number(minutes) <= 90) ? undefined : 'Expiration: 1 to 90'
}

function findFault({ handles }: GraphState, part: Json): string | undefined {
  const { format, example, text, buttons } = part
  switch (typeOf(part)) {
    case 'HEADER': {
      if (format === 'TEXT') return typeof text === 'string' && text.length <= 60 ? undefined : 'Header: 60 characters'
      const [handle] = ((example as Json | undefined)?.['header_handle'] as string[] | undefined) ?? []
      return handle && handles.has(handle) ? undefined : 'The header needs an example that was uploaded'
    }
    case 'BODY':
      return typeof text === 'string' && text.length <= 1024 ? undefined : 'Body: 1024 characters'
    case 'FOOTER':
      return typeof text === 'string' && text.length <= 60 ? undefined : 'Footer: 60 characters'
    case 'BUTTONS':
      return findButtonFault(buttons as Json[])
    default:
      return 'Unexpected component'
  }
}

function findButtonFault(buttons: readonly Json[]): string | undefined {
  const kinds = buttons.map(typeOf)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  const isMany = buttons.length > 10 || count('URL') > 2 || count('PHONE_NUMBER') > 1 || count('COPY_CODE') > 1
  if (isMany) return 'Too many buttons'
  const groups = kinds.map((kind) => kind === 'QUICK_REPLY').filter((is, index, all) => is !== all[index - 1])
  if (groups.length > 2) return 'Quick replies must be together'
  const isComplete = buttons.every(({ type, text, url, phone_number: phone, example }) => {
    if (type === 'COPY_CODE') return typeof example === 'string' && example.length <= 15 && text === undefined
    if (typeof text !== 'string' || text.length > 25) return false
    return type === 'URL' ? typeof url === 'string' : type !== 'PHONE_NUMBER' || /^\+?\d{1,20}$/.test(String(phone))
  })
  return isComplete ? undefined : 'A button is incomplete'
}

/** How Meta lists what was created: its own texts, and the button as an address. */
export function writeCode(components: readonly Json[]): Json[] {
  return components.map((part) => {
    const { add_security_recommendation: advice, code_expiration_minutes: minutes } = part
    const text = `*{{1}}* is your verification code.${advice ? ' For your security, do not share this code.' : ''}`
    if (typeOf(part) === 'BODY') return { ...part, text, example: { body_text: [['123456']] } }
    if (typeOf(part) === 'FOOTER') return { ...part, text: `This code expires in ${String(minutes)} minutes.` }
    const url = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}'
    return {
      type: 'BUTTONS',
      buttons: [{ type: 'URL', text: 'Copy code', url, example: [`${url.slice(0, -5)}123456`] }],
    }
  })
}
