import { ChannelError, type TemplatePart } from '../channel'
import type { ProviderTemplate, ProviderTemplates } from '../channel-provider'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { isObject, listOf, objectOf, objectsIn } from '../../kernel/untyped-json.contract'
import { readCloudAccount } from './account/cloud-account'
import { type GraphAnswer, openGraph, nextPageOf } from '../meta/graph/graph-client'
import { GraphError } from '../meta/graph/graph-error'

const fields = 'id,name,language,category,status,rejected_reason,quality_score,parameter_format,components'
const pageSize = 100
const componentsBytesMax = 64 * 1024
const textMax = 500

const nameSubcodes = [2388023, 2388024, 2388025]

export function openCloudTemplates(ctx: CompanyContext, connectionId: number): ProviderTemplates | undefined {
  const account = readCloudAccount(ctx, connectionId)
  if (!account) return undefined
  const graph = openGraph(ctx, account)
  const path = `${account.businessAccountId}/message_templates`
  const isGone = async (name: string, providerId: string) => {
    const named = await graph.get(path, { fields: 'id', name, limit: pageSize })
    return nextPageOf(named) === undefined && objectsIn(named['data']).every(({ id }) => id !== providerId)
  }
  return {
    async readPage(after, signal) {
      const answer = await graph.get(path, { fields, limit: pageSize, after }, signal).catch((error: unknown) => {
        throw error instanceof GraphError ? new ChannelError('refused', error.sentence) : error
      })
      return { templates: templatesIn(answer), after: nextPageOf(answer) }
    },
    async create(template, isNamed) {
      const format = isNamed ? { parameter_format: 'NAMED' } : {}
      const field = ({ subcode }: GraphError) => (nameSubcodes.includes(subcode) ? 'name' : 'body')
      const answer = await refusingAt(field, graph.post(path, { ...template, ...format }))
      return { providerId: textOf(answer['id']), status: textOf(answer['status']) || 'PENDING' }
    },
    async upload(file) {
      const { name, type, size } = file
      const stream = async function* () {
        yield* file.stream()
      }
      const handle = await refusingAt(() => 'headerHandle', graph.uploadToApp({ name, type, size, stream }))
      return handle || refuse('ERR_INVALID_INPUT', { fields: { headerHandle: 'metaUnreachable' } })
    },
    async remove(name, providerId) {
      const removing = graph.delete(path, { name, hsm_id: providerId }).catch(async (error: unknown) => {
        if (!(error instanceof GraphError) || error.code !== 100 || !(await isGone(name, providerId))) throw error
      })
      await refusingAt(() => 'name', removing)
    },
  }
}

/** @throws Refusal ERR_INVALID_INPUT with Meta's sentence at the field */
async function refusingAt<Answer>(field: (error: GraphError) => string, work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const said = error.status === 0 ? 'metaUnreachable' : error.sentence
    return refuse('ERR_INVALID_INPUT', { fields: { [field(error)]: said } })
  }
}

function templatesIn({ data }: GraphAnswer): ProviderTemplate[] {
  return listOf(data).flatMap((entry) => readTemplate(entry) ?? [])
}

/** Undefined for no template, which must not hide the others. */
function readTemplate(entry: unknown): ProviderTemplate | undefined {
  if (!isObject(entry)) return undefined
  const { id, name, language, category, status, rejected_reason: reason, quality_score: quality, components } = entry
  const isNamed = [id, name, language, status].every((value) => typeof value === 'string' && value !== '')
  if (!isNamed || !Array.isArray(components)) return undefined
  const parts = listOf(components).filter(isPart)
  if (JSON.stringify(parts).length > componentsBytesMax) return undefined
  return {
    providerId: textOf(id),
    name: textOf(name),
    language: textOf(language),
    category: textOf(category),
    status: textOf(status),
    reason: reasonOf(reason),
    quality: qualityOf(objectOf(quality)['score']),
    components: parts,
  }
}

const isPart = (part: unknown): part is TemplatePart => isObject(part) && typeof part['type'] === 'string'

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, textMax) : '')

/** NONE is no reason. */
export const reasonOf = (value: unknown) => textOf(value).replace(/^NONE$/, '')
export const qualityOf = (value: unknown) => textOf(value).replace(/^UNKNOWN$/, '')
