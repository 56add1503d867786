import * as v from 'valibot'
import { Flag, wholeNumber } from '../../kernel/http/body-values'
import { DayText } from '../../kernel/http/request-parts'
import { nameText } from '../../kernel/text/name-text.contract'

export const HolidayBody = v.object({
  day: v.pipe(v.string('required'), v.minLength(1, 'required'), DayText),
  name: nameText(2, 60),
})

export const NationalHolidaysBody = v.object({
  year: wholeNumber(2000, 2199),
  /** Carnival and Corpus Christi, on which many companies close, too. */
  optional: Flag,
})
