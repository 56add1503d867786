import { describe, expect, test } from 'bun:test'
import { errorStatus } from '../../src/kernel/errors'
import { errorText, fieldErrorText } from './error-text'
import { loadTexts } from './load-texts'
import { areas, type Area } from './pt'

const names = Object.keys(areas) as Area[]
const [pt, en, es] = await Promise.all([loadTexts('pt', names), loadTexts('en', names), loadTexts('es', names)])

/** Paths of all texts with their kind; lists by their length. */
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

  test('every code the server answers with is told in words', () => {
    const codes: Record<string, string> = pt.error.codes
    expect(Object.keys(errorStatus).filter((code) => !codes[code])).toEqual([])
  })

  test('an error is told by its code, raw when unknown, as it is when a sentence, else in general', () => {
    const text = pt.error.codes.ERR_NO_PERMISSION
    expect(errorText(pt, { error: 'ERR_NO_PERMISSION', message: 'no' })).toBe(text)
    expect(errorText(pt, Object.assign(new Error('no'), { code: 'ERR_NO_PERMISSION', fields: {} }))).toBe(text)
    expect(errorText(pt, { error: 'ERR_SOMETHING_NEW' })).toBe('ERR_SOMETHING_NEW')
    expect(errorText(pt, 'Falhou')).toBe('Falhou')
    expect(errorText(en, { code: 'ERR_HTTP_502' })).toBe('An error occurred!')
    expect(errorText(en, new Error('boom'))).toBe('An error occurred!')
    expect(errorText(en, undefined)).toBe('An error occurred!')
    expect(errorText(pt, 'toString')).toBe('toString')
  })

  test('a fault of a field is told by its key or as it is', () => {
    expect(fieldErrorText(en, 'tooShort')).toBe('Too Short!')
    expect(fieldErrorText(en, 'Escolha outro número')).toBe('Escolha outro número')
  })
})
