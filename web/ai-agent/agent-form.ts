import * as v from 'valibot'
import type { AgentTypeView } from '../../src/ai-agent/agent/agent.calls'
import type { AgentView } from '../../src/ai-agent/agent/agent.record'
import { AgentBody } from '../../src/ai-agent/agent/agent.contract'
import type {
  ComplementView,
  FaqView,
  ObjectionView,
  ProductFileView,
  ProductView,
} from '../../src/ai-agent/agent/item.calls'
import {
  ComplementBody,
  FaqBody,
  itemsMax,
  ObjectionBody,
  ProductBody,
  productFilesMax,
  writePrice,
} from '../../src/ai-agent/agent/item.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'

const { entries } = AgentBody
const id = v.nullable(v.number())

const Product = v.pipe(
  v.object({
    id,
    name: ProductBody.entries.name,
    description: ProductBody.entries.description.wrapped,
    price: ProductBody.entries.price.wrapped,
    paymentConditions: ProductBody.entries.paymentConditions.wrapped,
    specialOffers: ProductBody.entries.specialOffers.wrapped,
    /** Those that are stored and stay. */
    kept: v.array(v.custom<ProductFileView>(() => true)),
    added: v.array(v.instance(File)),
  }),
  v.forward(
    v.check(({ kept, added }) => kept.length + added.length <= productFilesMax, 'tooMany'),
    ['added'],
  ),
)
const Faq = v.object({ id, question: FaqBody.entries.question, answer: FaqBody.entries.answer })
const Objection = v.object({ id, name: ObjectionBody.entries.name, response: ObjectionBody.entries.response })
const Complement = v.object({ id, title: ComplementBody.entries.title, content: ComplementBody.entries.content })

function listOf<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.maxLength(itemsMax, 'tooMany'))
}

export const AgentForm = v.object({
  agentTypeId: entries.agentTypeId,
  name: entries.name,
  shortBio: entries.shortBio.wrapped,
  gender: entries.gender.wrapped,
  ageRange: entries.ageRange.wrapped,
  communicationTone: entries.communicationTone.wrapped,
  expertiseAreas: entries.expertiseAreas.wrapped,
  mainObjective: entries.mainObjective.wrapped,
  greetingPhrase: entries.greetingPhrase.wrapped,
  aboutCompany: entries.aboutCompany.wrapped,
  companyWebsite: entries.companyWebsite.wrapped,
  instagram: entries.instagram.wrapped,
  aiProviderId: entries.aiProviderId,
  aiModelListId: entries.aiModelListId,
  delay: entries.delay.wrapped,
  queuesId: v.array(v.number()),
  tagsId: v.array(v.number()),
  products: listOf(Product),
  faqs: listOf(Faq),
  objections: listOf(Objection),
  complements: listOf(Complement),
})
export type AgentValues = v.InferInput<typeof AgentForm>
export type AgentOutput = v.InferOutput<typeof AgentForm>
export type ProductValues = AgentValues['products'][number]

export const itemNames = ['products', 'faqs', 'objections', 'complements'] as const
const fieldNames = keysOf(AgentForm.entries)
export const personalityFields = fieldNames.filter((name) => !itemNames.some((other) => other === name))

export interface StoredItems {
  products: ProductView[]
  faqs: FaqView[]
  objections: ObjectionView[]
  complements: ComplementView[]
}
export const noItems: StoredItems = { products: [], faqs: [], objections: [], complements: [] }

export const emptyProduct: ProductValues = {
  id: null,
  name: '',
  description: '',
  price: '',
  paymentConditions: '',
  specialOffers: '',
  kept: [],
  added: [],
}

function valuesOfProduct(product: ProductView): ProductValues {
  const { name, description, price, paymentConditions, specialOffers, files } = product
  const texts = { id: product.id, name, description, paymentConditions, specialOffers }
  return { ...texts, price: writePrice(price), kept: files, added: [] }
}

export function valuesOfItems({ products, faqs, objections, complements }: StoredItems) {
  return {
    products: products.map(valuesOfProduct),
    faqs: faqs.map(({ id: own, question, answer }) => ({ id: own, question, answer })),
    objections: objections.map(({ id: own, name, response }) => ({ id: own, name, response })),
    complements: complements.map(({ id: own, title, content }) => ({ id: own, title, content })),
  }
}

export function valuesOfAgent(agent: AgentView, items: StoredItems): AgentValues {
  const own = Object.fromEntries(personalityFields.map((name) => [name, agent[name as keyof AgentView]]))
  return { ...(own as Omit<AgentValues, keyof StoredItems>), ...valuesOfItems(items) }
}

export function newAgent(type: AgentTypeView, providerId: number | null): AgentValues {
  return {
    name: '',
    aboutCompany: '',
    companyWebsite: '',
    instagram: '',
    delay: 0,
    queuesId: [],
    tagsId: [],
    aiProviderId: providerId,
    aiModelListId: null,
    agentTypeId: type.id,
    ...textsOfType(type),
    ...valuesOfItems(noItems),
  }
}

export function textsOfType(type: AgentTypeView) {
  const { shortBio, gender, ageRange, expertiseAreas, greetingPhrase, mainObjective, communicationTone } = type
  return { shortBio, gender, ageRange, expertiseAreas, greetingPhrase, mainObjective, communicationTone }
}
