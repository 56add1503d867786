import * as v from 'valibot'
import { OptionalPhoneText } from '../../kernel/text/phone-text.contract'
import { nameText } from '../../kernel/text/name-text.contract'
import { flagOr, Id, orMissing, wholeNumber, choiceOr } from '../../kernel/http/body-values'
import { addDays } from '../../kernel/time/calendar-days'
import { DayText, PageNumber, SearchParam } from '../../kernel/http/request-parts'

export const companyLanguages = ['pt', 'en', 'es'] as const
type CompanyLanguage = (typeof companyLanguages)[number]

export const defaultTimeZones: Record<CompanyLanguage, string> = {
  pt: 'America/Sao_Paulo',
  en: 'America/Sao_Paulo',
  es: 'America/Monterrey',
}

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Recurrence = (typeof recurrences)[number]

const months: Record<Recurrence, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }

/** YYYY-MM-DD, the same day of the month or its last. */
export const renewedDueDate = (dueDate: string, recurrence: Recurrence) => addMonths(dueDate, months[recurrence])
export const earlierDueDate = (dueDate: string, recurrence: Recurrence) => addMonths(dueDate, -months[recurrence])

function addMonths(date: string, count: number) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const target = month - 1 + count
  const lastDay = new Date(Date.UTC(year, target + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, target, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** `isPast`: still overdue when renewed from its due date. */
export function renewalDates(company: { dueDate: string; recurrence: Recurrence; daysLeft: number }) {
  const today = addDays(company.dueDate, -company.daysLeft)
  const renewed = renewedDueDate(company.dueDate, company.recurrence)
  return { renewed, fromToday: renewedDueDate(today, company.recurrence), isPast: renewed < today }
}

export const MuteCompanyBody = v.object({ muted: v.boolean() })

const ShortText = v.pipe(v.string(), v.trim(), v.maxLength(255, 'tooLong'))
export const CompanyName = nameText(2, 50)
export const Email = v.pipe(
  v.string('required'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'required'),
  v.maxLength(255, 'tooLong'),
  v.email('invalidEmail'),
)
export const Password = v.pipe(v.string('required'), v.minLength(5, 'tooShort'), v.maxLength(50, 'tooLong'))

const TimeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'timeZone'))

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const Count = wholeNumber(0, 100_000)

const CompanyFields = v.object({
  name: CompanyName,
  email: Email,
  planId: Id,
  phone: v.optional(OptionalPhoneText, ''),
  document: v.optional(ShortText, ''),
  addressStreet: v.optional(ShortText, ''),
  addressState: v.optional(ShortText, ''),
  addressCity: v.optional(ShortText, ''),
  status: flagOr(true),
  dueDate: v.optional(orMissing(DayText)),
  recurrence: choiceOr(recurrences, 'MENSAL'),
  paymentMethod: v.optional(ShortText, ''),
  language: v.optional(v.picklist(companyLanguages), 'pt'),
  timeZone: v.optional(orMissing(TimeZone)),
  numberAttendants: v.optional(Count, 1),
  numberConections: v.optional(Count, 1),
})

/** `email` and `password` are the first admin's too. */
export const CompanyBody = v.object({ ...CompanyFields.entries, password: v.optional(orMissing(Password)) })
export type CompanyBody = v.InferOutput<typeof CompanyBody>

export const UpdateCompanyBody = v.partial(CompanyFields)
export type UpdateCompanyBody = v.InferOutput<typeof UpdateCompanyBody>

/** The dialog's values: all fields of a body, emptied ones included. `planId` is null until one is chosen. */
export const CompanyForm = v.object({
  ...v.required(CompanyBody).entries,
  planId: v.pipe(v.nullable(v.number()), v.number('required')),
  language: v.picklist(companyLanguages),
  password: orMissing(Password),
  dueDate: orMissing(DayText),
  timeZone: orMissing(TimeZone),
})

/** `dueDate`: as read, so that two renewals do not add up. */
export const RenewCompanyBody = v.object({ dueDate: DayText, fromToday: flagOr(false) })
export type RenewCompanyBody = v.InferOutput<typeof RenewCompanyBody>

export const ListCompaniesQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })
