import { Glob } from 'bun'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { errorStatus } from '../../src/kernel/errors'
import { planFlags } from '../../src/kernel/company/company-plan.contract'
import { errorText, fieldErrorText } from './error-text'
import { loadTexts } from './load-texts'
import { sendErrorText } from './send-error-text'
import type { Area, AreaTexts } from './areas'
import type { Language } from './languages'
import type { Texts } from './pt'
import { areas } from './pt-areas'

const names = Object.keys(areas) as Area[]
const [pt, en, es] = await Promise.all([allTexts('pt'), allTexts('en'), allTexts('es')])

async function allTexts(language: Language) {
  return (await loadTexts(language, names)) as Texts & AreaTexts
}

/** Lists the paths of all texts with their kinds; arrays by their length. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}[${value.length}]`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`))
}

function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentences) : []
}

describe('texts', () => {
  test.each([
    ['en', en],
    ['es', es],
  ] as const)('%s has every text Portuguese has, and no other', (_, texts) => {
    expect(shapeOf(texts)).toEqual(shapeOf(pt))
  })

  test.each([
    ['pt', pt],
    ['en', en],
    ['es', es],
  ] as const)('%s leaves no text empty', (_, texts) => {
    expect(sentences(texts).filter((text) => text.trim() === '')).toEqual([])
  })

  test('every error code of the specification has a text', () => {
    for (const texts of [pt, en, es]) {
      const codes: Record<string, string> = texts.error.codes
      expect(catalogue.filter((code) => !codes[code] || codes[code] === code)).toEqual([])
      expect(Object.keys(errorStatus).filter((code) => !codes[code])).toEqual([])
    }
  })

  test('shows an error’s text by its code, an unknown code as it is, a sentence as it is, anything else generally', () => {
    const text = pt.error.codes.ERR_NO_PERMISSION
    expect(errorText(pt, { error: 'ERR_NO_PERMISSION', message: 'no' })).toBe(text)
    expect(errorText(pt, Object.assign(new Error('no'), { code: 'ERR_NO_PERMISSION', fields: {} }))).toBe(text)
    expect(errorText(pt, { error: 'ERR_SOMETHING_NEW' })).toBe('ERR_SOMETHING_NEW')
    expect(errorText(pt, 'Falhou')).toBe('Falhou')
    expect(errorText(en, { code: 'ERR_HTTP_502' })).toBe('The server is unavailable right now. Try again in a moment.')
    expect(errorText(en, { code: 'ERR_HTTP_413' })).toBe(en.error.codes.ERR_REQUEST_TOO_LARGE)
    expect(errorText(en, { code: 'ERR_HTTP_418' })).toBe('An error occurred!')
    expect(errorText(en, new Error('boom'))).toBe('An error occurred!')
    expect(errorText(en, undefined)).toBe('An error occurred!')
    expect(errorText(pt, 'toString')).toBe('toString')
  })

  test('shows a general sentence while the error texts are not loaded', async () => {
    const texts = await loadTexts('es')
    expect(errorText(texts, 'ERR_NO_PERMISSION')).toBe('¡Ocurrió un error!')
    expect(fieldErrorText(texts, 'tooShort')).toBe('¡Ocurrió un error!')
    expect(sendErrorText(texts, '405')).toBe('¡Ocurrió un error!')
  })

  test('names a plan limit and who can change it, depending on the user', () => {
    const refusal = { code: 'ERR_PLAN_LIMIT', fields: {}, body: { error: 'ERR_PLAN_LIMIT', limit: 'queues', most: 1 } }
    expect(errorText(pt, refusal, 'user')).toBe(
      'O plano da empresa permite até 1 fila. Peça a um administrador da sua empresa que o amplie.',
    )
    expect(errorText(en, { error: 'ERR_PLAN_LIMIT', limit: 'useKanban' }, 'admin')).toBe(
      'The company’s plan does not include Kanban. To upgrade it, contact the platform administrator.',
    )
    expect(errorText(es, 'ERR_PLAN_LIMIT', 'super')).toBe(
      'El plan de la empresa no permite esto. Puedes ampliarlo en los planes de la plataforma.',
    )
  })

  test('every limit named by the server has a text', async () => {
    const { counts, features } = pt.error.planLimit
    expect([...planFlags].sort()).toEqual(Object.keys(features).sort() as (typeof planFlags)[number][])
    expect(await namedPlanCounts()).toEqual(Object.keys(counts).sort())
  })

  test('shows a provider’s error by its number, never in the provider’s language', () => {
    expect(sendErrorText(pt, '405: WhatsApp refused the message')).toBe(
      'O WhatsApp não permite enviar esta mensagem a este contato.',
    )
    expect(sendErrorText(en, '463')).toStartWith('WhatsApp does not let this number start new conversations')
    expect(sendErrorText(es, '499: odd')).toBe('El canal rechazó el mensaje (código 499).')
    expect(sendErrorText(pt, '2018278 This message is sent outside of allowed window.')).toBe(
      'A Meta não aceita mais respostas a este contato: o prazo terminou. Aguarde uma nova mensagem.',
    )
    expect(sendErrorText(pt, '10 Requires permission')).toBe(
      'O canal recusou a mensagem (código 10). Requires permission',
    )
    expect(sendErrorText(pt, 'The server did not confirm it')).toBe(pt.error.provider.notConfirmed)
    expect(sendErrorText(pt, 'ERR_WAPP_INVALID_CONTACT')).toBe(pt.error.codes.ERR_WAPP_INVALID_CONTACT)
  })

  test('lists refused fields that no form shows', () => {
    expect(errorText(en, { error: 'ERR_INVALID_INPUT', fields: { body: 'tooLong', name: 'tooLong' } })).toBe(
      'The data was not accepted: Too Long!',
    )
  })

  test('shows a field error by its key or as it is', () => {
    expect(fieldErrorText(en, 'tooShort')).toBe('Too Short!')
    expect(fieldErrorText(en, 'Escolha outro número')).toBe('Escolha outro número')
  })
})

const catalogue = [
  ...['ERR_NO_OTHER_WHATSAPP', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_CHECK_CONTACT'],
  ...['ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_DOWNLOAD_MEDIA', 'ERR_INVALID_CREDENTIALS', 'ERR_SENDING_WAPP_MSG'],
  ...['ERR_DELETE_WAPP_MSG', 'ERR_OTHER_OPEN_TICKET', 'ERR_SESSION_EXPIRED', 'ERR_USER_CREATION_DISABLED'],
  ...['ERR_NO_PERMISSION', 'ERR_DUPLICATED_CONTACT', 'ERR_NO_SETTING_FOUND', 'ERR_NO_CONTACT_FOUND'],
  ...['ERR_NO_TICKET_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_CREATING_MESSAGE', 'ERR_CREATING_TICKET'],
  ...['ERR_FETCH_WAPP_MSG', 'ERR_QUEUE_COLOR_ALREADY_EXISTS', 'ERR_WAPP_GREETING_REQUIRED', 'ERR_OUT_OF_HOURS'],
]

/** The plan's numeric limits that a refusal can name. */
async function namedPlanCounts() {
  const named = new Set<string>()
  for await (const source of productSources('src')) {
    for (const [, word = ''] of source.matchAll(/limit: '(\w+)', most/g)) named.add(word)
  }
  return [...named].sort()
}

async function* productSources(folder: 'src' | 'web') {
  const root = join(import.meta.dir, '..', '..')
  for await (const path of new Glob(`${folder}/**/*.{ts,tsx}`).scan(root)) {
    if (!path.includes('.test.') && !/\/(demo|testing)\//.test(path)) yield Bun.file(join(root, path)).text()
  }
}
