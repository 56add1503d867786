import { describe, expect, test } from 'bun:test'
import { createFormat, formatPhone } from './format'
import { ui as en } from './en/ui'
import { ui as pt } from './pt/ui'

const now = Date.UTC(2026, 10, 21, 1, 30)
const format = createFormat('pt', 'America/Sao_Paulo', pt)

describe('format', () => {
  test('formats dates and times in the given zone, whatever the machine’s', () => {
    expect(format.dateTime(now)).toBe('20/11/2026 22:30')
    expect(format.dateTime('2026-11-21T01:30:00.000Z')).toBe('20/11/2026 22:30')
    expect(createFormat('es', 'America/Monterrey', pt).time(now)).toBe('19:30')
    expect(format.time(Date.UTC(2026, 10, 20, 3, 0))).toBe('00:00')
    expect(format.weekday(now)).toBe('sexta-feira')
  })

  test('calculates the same dates without Temporal', () => {
    const moments = Array.from({ length: 400 }, (_, index) => Date.UTC(2017, 0, 1) + index * 9.3 * 3_600_000)
    const read = () => moments.map((at) => `${format.dateTime(at)} ${format.weekday(at)}`)
    const known = read()
    const { Temporal: temporal } = globalThis
    try {
      Reflect.deleteProperty(globalThis, 'Temporal')
      expect(read()).toEqual(known)
    } finally {
      Object.assign(globalThis, { Temporal: temporal })
    }
  })

  test('names days by the calendar, not by elapsed hours', () => {
    expect(format.dayLabel(now, now)).toBe('HOJE')
    expect(format.dayLabel(now - 23 * 3_600_000, now)).toBe('ONTEM')
    expect(format.dayLabel(now - 3 * 86_400_000, now)).toBe('17/11/2026')
    expect(format.listTime(now, now)).toBe('22:30')
    expect(format.listTime(now - 86_400_000, now)).toBe('Ontem')
    expect(format.listTime(now - 3 * 86_400_000, now)).toBe('ter')
    expect(format.listTime(now - 9 * 86_400_000, now)).toBe('11/11/2026')
  })

  test('formats the distance in time in both directions', () => {
    expect(format.relative(now - 20_000, now)).toBe('agora')
    expect(format.relative(now - 5 * 60_000, now)).toBe('há 5 min')
    expect(format.relative(now + 2 * 86_400_000, now)).toBe('em 2 dias')
  })

  test('formats numbers, money and durations', () => {
    expect(format.number(1234567)).toBe('1.234.567')
    expect(format.currency(1234.5)).toBe('R$\u00a01.234,50')
    expect(format.currency(-0.001)).toBe('R$\u00a00,00')
    expect(format.currency(-20)).toBe('-R$\u00a020,00')
    expect(createFormat('en', 'UTC', en).currency(1234.5)).toBe('R$\u00a01.234,50')
    expect(format.number(-1234.56, 1)).toBe('-1.234,6')
    expect(format.duration(125)).toBe('02h 05m')
    expect(format.duration(0.2)).toBe('00h 00m')
    expect(format.clock(65.9)).toBe('01:05')
    expect(format.fileSize(0)).toBe('0 B')
    expect(format.fileSize(1_250_000)).toBe('1,3 MB')
  })

  test('formats Brazilian phone numbers only', () => {
    expect(formatPhone('5511988887777')).toBe('+55 (11) 98888-7777')
    expect(formatPhone('551133334444')).toBe('+55 (11) 3333-4444')
    expect(formatPhone('14155550100')).toBe('+14155550100')
    expect(formatPhone('55******77')).toBe('55******77')
    expect(formatPhone('120363041234567890')).toBe('120363041234567890')
  })
})
