import * as v from 'valibot'
import { DayText } from './request-parts'

/** Forms send numbers and flags as text, and a cleared field as "", null or false. A cleared number is refused. */

/** The input as in this product's own forms; others are for other clients. */
export function readsAs<Input>() {
  return <Output>(schema: v.GenericSchema<unknown, Output>) => schema as v.GenericSchema<Input, Output>
}

const NumberText = v.pipe(v.string(), v.trim(), v.regex(/^-?\d{1,15}$/, 'integer'), v.toNumber())

const isCleared = (input: unknown) => input === null || (typeof input === 'string' && input.trim() === '')

export function wholeNumber(min: number, max: number) {
  return readsAs<number>()(
    v.pipe(
      v.union([v.number(), NumberText], ({ input }) => (isCleared(input) ? 'required' : 'integer')),
      v.integer('integer'),
      v.minValue(min, 'tooSmall'),
      v.maxValue(max, 'tooLarge'),
    ),
  )
}

export function wholeNumberOrZero(max: number) {
  return readsAs<number | null>()(
    v.pipe(
      v.union([v.literal(''), v.null(), wholeNumber(0, max)], 'integer'),
      v.transform((given) => given || 0),
    ),
  )
}

export const AnyNumber = readsAs<number>()(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.decimal('invalid'), v.toNumber())], ({ input }) =>
    isCleared(input) ? 'required' : 'invalid',
  ),
)

export const Id = readsAs<number>()(
  v.pipe(
    v.union([v.number(), NumberText], 'invalid'),
    v.integer('invalid'),
    v.notValue(0, 'required'),
    v.minValue(1, 'invalid'),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'invalid'),
  ),
)

export const IdOrNone = readsAs<number | null>()(
  v.pipe(
    v.union([v.literal(''), v.literal('0'), v.literal(0), v.literal(false), v.null(), Id], 'invalid'),
    v.transform((given) => Number(given) || null),
  ),
)

const trueWords: readonly unknown[] = [true, 'true', 1, '1', 'enabled']

/** "true", 1, "1" and "enabled" are on. */
export const Flag = readsAs<boolean>()(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', 1, 0, '1', '0', 'enabled', 'disabled'])], 'invalid'),
    v.transform((given) => trueWords.includes(given)),
  ),
)

export function orInitial<Input, Output>(schema: v.GenericSchema<Input, Output>, initial: NoInfer<Input & Output>) {
  const emptied = v.pipe(
    v.union([v.literal(''), v.null()]),
    v.transform((): Output => initial),
  )
  return v.optional(readsAs<Input>()(v.union([emptied, schema], 'invalid')), initial as never)
}

export const flagOr = (initial: boolean) => orInitial(Flag, initial)

export const EnabledFlag = readsAs<'enabled' | 'disabled'>()(
  v.pipe(
    Flag,
    v.transform((on): 'enabled' | 'disabled' => (on ? 'enabled' : 'disabled')),
  ),
)

export function choiceOr<const Word extends string>(words: readonly Word[], initial: Word) {
  return orInitial<Word, Word>(v.picklist(words, 'invalid'), initial)
}

export function textOrNone(max: number) {
  return readsAs<string>()(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(max, 'tooLong'))),
      v.transform((given) => given ?? ''),
    ),
  )
}

/** YYYY-MM-DD; null when cleared. */
export const DayOrNone = readsAs<string | null>()(
  v.pipe(
    v.union([v.literal(''), v.literal(false), v.null(), DayText], 'date'),
    v.transform((given) => given || null),
  ),
)

/** A cleared field counts as omitted. */
export function orMissing<Input, Output>(schema: v.GenericSchema<Input, Output>) {
  const missing = v.pipe(
    v.union([v.literal(''), v.null()]),
    v.transform((): undefined => undefined),
  )
  return readsAs<Input>()(v.union([missing, schema], 'invalid'))
}

export function withoutMissing<Body extends object>(body: Body) {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [Field in keyof Body]: Exclude<Body[Field], undefined> }
}

/** Refuses inner white space, which a URL parser drops. */
export const HttpUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000, 'tooLong'),
  v.url('url'),
  v.regex(/^https?:\S+$/i, 'url'),
)

/** Repeating a request with the same key changes nothing. */
export const RequestKey = v.pipe(v.string('required'), v.regex(/^[A-Za-z0-9-]{8,40}$/, 'invalid'))
