import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import {
  ComplementBulk,
  FaqBulk,
  ObjectionBulk,
  productFileBytesMax,
  productFileFields,
  productFilesMax,
  ProductsForm,
} from './item.contract'

const common = { id: v.number(), agentId: v.number(), index: v.number(), createdAt: v.string(), updatedAt: v.string() }

export const ProductFileView = v.object({
  id: v.number(),
  name: v.string(),
  /** The type read from the bytes, such as `image/png`. */
  type: v.string(),
  size: v.number(),
  url: v.string(),
  /** Whether a document's text has been read, so that answers can use it. */
  text: v.picklist(['none', 'waiting', 'read', 'failed']),
})
export type ProductFileView = v.InferOutput<typeof ProductFileView>

export const ProductView = v.object({
  ...common,
  name: v.string(),
  description: v.string(),
  price: v.nullable(v.number()),
  paymentConditions: v.string(),
  specialOffers: v.string(),
  files: v.array(ProductFileView),
})
export type ProductView = v.InferOutput<typeof ProductView>
export const FaqView = v.object({ ...common, question: v.string(), answer: v.string() })
export type FaqView = v.InferOutput<typeof FaqView>
export const ObjectionView = v.object({ ...common, name: v.string(), response: v.string() })
export type ObjectionView = v.InferOutput<typeof ObjectionView>
export const ComplementView = v.object({ ...common, title: v.string(), content: v.string() })
export type ComplementView = v.InferOutput<typeof ComplementView>

/** Programs of similar systems send the list alone. */
const many = { jsonBytesMax: 8 * 1024 * 1024, listAs: 'items' }
const form = {
  files: {
    fields: Object.fromEntries(productFileFields.map((name) => [name, productFilesMax])),
    fileBytesMax: productFileBytesMax,
    textBytesMax: 8 * 1024 * 1024,
    textFieldsMax: productFileFields.length + 10,
  },
}

export const agentItemCalls = defineCalls({
  'GET /productservice/agent/:id': { params: IdParams, answer: v.array(ProductView) },
  'POST /productservice/bulk-with-files': { body: ProductsForm, limits: form, answer: v.array(ProductView) },
  'PUT /productservice/bulk-with-files': { body: ProductsForm, limits: form, answer: v.array(ProductView) },
  'DELETE /productservice/:id': { params: IdParams, answer: Done },
  'GET /faq/agent/:id': { params: IdParams, answer: v.array(FaqView) },
  'POST /faq/bulk': { body: FaqBulk, limits: many, answer: v.array(FaqView) },
  'PUT /faq/bulk/all': { body: FaqBulk, limits: many, answer: v.array(FaqView) },
  'DELETE /faq/:id': { params: IdParams, answer: Done },
  'GET /objection/agent/:id': { params: IdParams, answer: v.array(ObjectionView) },
  'POST /objection/bulk': { body: ObjectionBulk, limits: many, answer: v.array(ObjectionView) },
  'PUT /objection/bulk/all': { body: ObjectionBulk, limits: many, answer: v.array(ObjectionView) },
  'DELETE /objection/:id': { params: IdParams, answer: Done },
  'GET /complement/agent/:id': { params: IdParams, answer: v.array(ComplementView) },
  'POST /complement/bulk': { body: ComplementBulk, limits: many, answer: v.array(ComplementView) },
  'PUT /complement/bulk/all': { body: ComplementBulk, limits: many, answer: v.array(ComplementView) },
  'DELETE /complement/:id': { params: IdParams, answer: Done },
})
