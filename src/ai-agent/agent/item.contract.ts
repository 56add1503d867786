import * as v from 'valibot'
import { Id, IdOrNone, textOrNone, wholeNumber, readsAs } from '../../kernel/http/body-values'
import { IdText, listUpTo, oneOrSeveral } from '../../kernel/http/request-parts'

/** Reais. */
const priceMax = 1_000_000_000

/** "1.234,56", "1234.56" or "R$ 1.234,56"; else undefined. */
export function readPrice(text: string): number | undefined {
  const digits = text.replace(/R\$|[\s\u00a0]/g, '')
  if (!/^\d[\d.,]{0,20}$/.test(digits)) return undefined
  const decimal = decimalAt(digits)
  const whole = decimal < 0 ? digits : digits.slice(0, decimal)
  const cents = decimal < 0 ? '' : digits.slice(decimal + 1)
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole) || !/^\d{0,2}$/.test(cents)) return undefined
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`)
}

/** "1.234" is a thousand and more. */
function decimalAt(digits: string) {
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (last < 0) return -1
  const isGroup = digits.length - last - 1 === 3
  const other = digits[last] === ',' ? '.' : ','
  // In "1.234,567" the last part cannot be a group of thousands.
  return isGroup && !digits.includes(other) ? -1 : last
}

/** Reais; empty is null. */
const priceText = readsAs<string | null>()(
  v.pipe(
    v.union([v.null(), v.number(), v.pipe(v.string(), v.trim(), v.maxLength(40, 'tooLong'))], 'price'),
    v.transform((given) =>
      typeof given === 'string' ? (given === '' ? null : (readPrice(given) ?? Number.NaN)) : given,
    ),
    v.check((price) => price === null || (Number.isFinite(price) && price >= 0), 'price'),
    v.check((price) => price === null || price <= priceMax, 'tooLarge'),
  ),
)

export const centavosOf = (reais: number | null) => (reais === null ? null : Math.round(reais * 100))
export const reaisOf = (centavos: number | null) => (centavos === null ? null : centavos / 100)

export function writePrice(reais: number | null): string {
  if (reais === null) return ''
  const [whole = '', cents = ''] = reais.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`
}

export const itemsMax = 500
const titleMax = 500
const textMax = 5000
export const productFilesMax = 10
export const productFileBytesMax = 100 * 1024 * 1024
const position = v.optional(wholeNumber(0, 1_000_000))

const title = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(titleMax, 'tooLong'))
const text = v.optional(v.pipe(textOrNone(textMax), v.trim()), '')
const requiredText = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(textMax, 'tooLong'))
/** Null for a new item. */
const common = { id: v.optional(IdOrNone, null), index: position }

export const ProductBody = v.object({
  ...common,
  agentId: v.optional(Id),
  name: title,
  description: text,
  price: v.optional(priceText, null),
  paymentConditions: text,
  specialOffers: text,
})
export type ProductBody = v.InferOutput<typeof ProductBody>

export const FaqBody = v.object({ ...common, agentId: v.optional(Id), question: title, answer: requiredText })
export const ObjectionBody = v.object({ ...common, agentId: v.optional(Id), name: title, response: requiredText })
export const ComplementBody = v.object({ ...common, agentId: v.optional(Id), title, content: requiredText })

/** `agentId`: of all items, unless each names it. */
function bulkOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ agentId: v.optional(Id), items: listUpTo(item, itemsMax) })
}

export const FaqBulk = bulkOf(FaqBody)
export const ObjectionBulk = bulkOf(ObjectionBody)
export const ComplementBulk = bulkOf(ComplementBody)

const Products = v.pipe(v.string('required'), v.parseJson(undefined, 'invalid'), listUpTo(ProductBody, itemsMax))

/** Fields whose names end with a product's index in `products`, such as `files[0]`. */
const indexed = /^(files|existingFiles)\[(\d{1,4})\]$/
export const productFileFields = Array.from({ length: itemsMax }, (_, index) => `files[${index}]`)

/** Ids: JSON (`[1,2]`), commas, or as answered (`[{"id":1}]`). */
const KeptFiles = v.pipe(
  v.string(),
  v.transform(readIds),
  listUpTo(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'invalid')), productFilesMax),
)
const Files = oneOrSeveral(v.file('required'), productFilesMax)

/** POST and PUT /productservice/bulk-with-files. */
export const ProductsForm = v.pipe(
  v.looseObject({ products: Products, agentId: v.optional(IdText) }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { products, agentId, ...rest } = dataset.value
    const files = new Map<number, File[]>()
    const kept = new Map<number, number[]>()
    for (const [name, value] of Object.entries(rest)) {
      const [, field, at = ''] = indexed.exec(name) ?? []
      if (field === undefined) continue
      const parsed = v.safeParse(field === 'files' ? Files : KeptFiles, value)
      if (!parsed.success || Number(at) >= products.length) {
        addIssue({ message: parsed.success ? 'unknown' : 'invalid', path: [pathItem(dataset.value, name)] })
        return NEVER
      }
      if (field === 'files') files.set(Number(at), parsed.output as File[])
      else kept.set(Number(at), parsed.output as number[])
    }
    return { agentId, products, files, kept }
  }),
)
export type ProductsForm = v.InferOutput<typeof ProductsForm>

const pathItem = (input: Record<string, unknown>, key: string): v.ObjectPathItem => ({
  type: 'object',
  origin: 'value',
  input,
  key,
  value: input[key],
})

function readIds(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text.trim().startsWith('[') ? text : `[${text}]`)
    const list = Array.isArray(parsed) ? parsed : [parsed]
    return list
      .map((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one))
      .map(Number)
  } catch {
    return [Number.NaN]
  }
}

export const itemKinds = ['product', 'faq', 'objection', 'complement'] as const
export type ItemKind = (typeof itemKinds)[number]
