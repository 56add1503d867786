import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { type StagedFile, stageEach, type StageFile, withStagedFiles } from '../../kernel/file/media-store'
import { readFileLater } from '../document/read-file.job'
import { getAgent } from './agent.record'
import { agentOf, presentCommon } from './item.commands'
import type { ProductView } from './item.calls'
import { type ProductBody, productFilesMax, type ProductsForm, centavosOf, reaisOf } from './item.contract'
import { type AgentItem, deleteItem, getItem, type ItemValues, listItems, storeItems } from './item.records'
import { addFile, type AgentFile, deleteFile, listFiles, presentFiles } from './product-files'

export function listProducts(ctx: CompanyContext, agentId: number): ProductView[] {
  getAgent(ctx, agentId)
  return presentProducts(ctx, listItems(ctx, agentId, 'product'))
}

/** Omitted products stay unless replaced. A product keeps its listed files; without a list all. @throws Refusal */
export async function saveProducts(
  ctx: CompanyContext,
  form: ProductsForm,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<ProductView[]> {
  return withStagedFiles(ctx, async (stage) => {
    const staged = new Map<number, StagedFile[]>()
    for (const [at, files] of form.files) staged.set(at, await stageFiles(stage, at, files))
    return ctx.transaction(() => storeProducts(ctx, form, staged, replaces))
  })
}

export function deleteProduct(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const product = getItem(ctx, 'product', id)
    deleteFiles(ctx, [id])
    deleteItem(ctx, product)
  })
}

function deleteFiles(ctx: CompanyContext, productIds: readonly number[]) {
  for (const file of [...listFiles(ctx, productIds).values()].flat()) deleteFile(ctx, file)
}

async function stageFiles(stage: StageFile, at: number, files: readonly File[]) {
  const field = `files[${at}]`
  if (files.some(({ size }) => size === 0)) refuse('ERR_INVALID_INPUT', { fields: { [field]: 'empty' } })
  const staged = await stageEach(stage, files)
  if (!staged.every(({ type }) => isAccepted(type))) refuse('ERR_INVALID_INPUT', { fields: { [field]: 'fileType' } })
  return staged
}

const isAccepted = (type: string) => /^(image|audio)\//.test(type) || type === 'application/pdf'

function storeProducts(
  ctx: CompanyContext,
  form: ProductsForm,
  staged: ReadonlyMap<number, StagedFile[]>,
  replaces: boolean,
) {
  const { products, kept } = form
  const agentId = agentOf(ctx, form.agentId, products, 'products')
  const own = { agentId, kind: 'product', list: 'products' } as const
  const values = products.map((product, at) =>
    valuesOf({ ...product, index: product.index ?? (replaces ? at : undefined) }),
  )
  const items = storeItems(ctx, own, values, { replaces, beforeDelete: (ids) => deleteFiles(ctx, ids) })
  const files = listFiles(
    ctx,
    items.map(({ id }) => id),
  )
  for (const [at, { id }] of items.entries()) {
    const left = keepFiles(ctx, at, files.get(id) ?? [], kept.get(at))
    const added = staged.get(at) ?? []
    if (left.length + added.length > productFilesMax) {
      refuse('ERR_INVALID_INPUT', { fields: { [`files[${at}]`]: 'tooMany' } })
    }
    const last = left.at(-1)?.position ?? -1
    for (const [order, file] of added.entries()) {
      const { id: fileId, textState } = addFile(ctx, id, last + 1 + order, file)
      if (textState === 'waiting') readFileLater(ctx, fileId)
    }
  }
  return presentProducts(ctx, items)
}

function keepFiles(
  ctx: CompanyContext,
  at: number,
  present: readonly AgentFile[],
  kept: readonly number[] | undefined,
) {
  if (!kept) return present
  const isUnknown = kept.some((id) => !present.some((file) => file.id === id))
  if (isUnknown) refuse('ERR_INVALID_INPUT', { fields: { [`existingFiles[${at}]`]: 'unknown' } })
  for (const file of present) if (!kept.includes(file.id)) deleteFile(ctx, file)
  return present.filter(({ id }) => kept.includes(id))
}

function valuesOf({ id, index, name, description, price, paymentConditions, specialOffers }: ProductBody): ItemValues {
  return { id, index, title: name, body: description, price: centavosOf(price), paymentConditions, specialOffers }
}

function presentProducts(ctx: CompanyContext, items: readonly AgentItem[]): ProductView[] {
  const files = listFiles(
    ctx,
    items.map(({ id }) => id),
  )
  return items.map((item) => ({
    ...presentCommon(item),
    name: item.title,
    description: item.body,
    price: reaisOf(item.price),
    paymentConditions: item.paymentConditions,
    specialOffers: item.specialOffers,
    files: presentFiles(ctx, files.get(item.id) ?? []),
  }))
}
