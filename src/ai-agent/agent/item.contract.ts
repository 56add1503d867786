import * as v from 'valibot'
import { Id, IdOrNone, textOrNone, wholeNumber } from '../../kernel/http/body-values'
import { IdText, listUpTo, oneOrSeveral } from '../../kernel/http/request-parts'
import { priceText } from './price.contract'

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
