import * as v from 'valibot'
import { nameText } from '../kernel/text/name-text.contract'
import { IdText, orEmpty, PageNumber, SearchParam } from '../kernel/http/request-parts'

/** `optOut`: by a word such as "sair". */
export const suppressionSources = ['optOut', 'manual'] as const

export const SuppressionBody = v.object({
  name: v.optional(v.union([v.literal(''), nameText(1, 250)]), ''),
  number: v.pipe(
    v.union([v.string('required'), v.number()], 'required'),
    v.transform(String),
    v.trim(),
    v.minLength(8, 'tooShort'),
    v.maxLength(50, 'tooLong'),
  ),
})
export type SuppressionBody = v.InferOutput<typeof SuppressionBody>

/** `after`: the last id of the page before. */
export const ListSuppressionsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  after: orEmpty(IdText),
})
export type ListSuppressionsQuery = v.InferOutput<typeof ListSuppressionsQuery>
