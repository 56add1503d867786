import * as v from 'valibot'
import { OptionalPhoneText } from '../../kernel/text/phone-text.contract'
import { nameText } from '../../kernel/text/name-text.contract'
import { flagOr, Id, orMissing, wholeNumber, choiceOr } from '../../kernel/http/body-values'
import { addDays } from '../../kernel/time/calendar-days'
import { DayText, PageNumber, SearchParam } from '../../kernel/http/request-parts'

export const companyLanguages = ['pt', 'en', 'es'] as const
type CompanyLanguage = (typeof companyLanguages)[number]

/** Time zone of a company's days and reports until it sets its own. */
export const defaultTimeZones: Record<CompanyLanguage, string> = {
  pt: 'America/Sao_Paulo',
  en: 'America/Sao_Paulo',
  es: 'America/Monterrey',
}

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Recurrence = (typeof recurrences)[number]

const months: Record<Recurrence, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }

/**
 * The due date (YYYY-MM-DD) one recurrence later: the same day of the month, or the month's last where it has no such day.
 */
export const renewedDueDate = (dueDate: string, recurrence: Recurrence) => addMonths(dueDate, months[recurrence])
export const earlierDueDate = (dueDate: string, recurrence: Recurrence) => addMonths(dueDate, -months[recurrence])

function addMonths(date: string, count: number) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const target = month - 1 + count
  const lastDay = new Date(Date.UTC(year, target + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, target, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/**
 * Returns the due dates to which a renewal can lead. `isPast`: renewed from its due date, the company would still be
 * overdue.
 */
export function renewalDates(company: { dueDate: string; recurrence: Recurrence; daysLeft: number }) {
  const today = addDays(company.dueDate, -company.daysLeft)
  const renewed = renewedDueDate(company.dueDate, company.recurrence)
  return { renewed, fromToday: renewedDueDate(today, company.recurrence), isPast: renewed < today }
}

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

/**
 * POST /companies: `email` and `password` are its first admin's too. Without a password one is generated; without a due date
 * it is due in one recurrence.
 */
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

/** POST /companies/{id}/renew: with the due date that was read, so that two concurrent renewals do not add up. */
export const RenewCompanyBody = v.object({ dueDate: DayText, fromToday: flagOr(false) })
export type RenewCompanyBody = v.InferOutput<typeof RenewCompanyBody>

export const ListCompaniesQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })
