import { withoutMissing } from '../kernel/http/body-values'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { changeSecret, sealAddress } from '../kernel/config/sealed-secret'
import { botRecordExists } from '../queue/queue.queries'
import { type IntegrationBody, missingFields, type UpdateIntegrationBody } from './integration.contract'
import { addressFor, type Integration, integrationRecords, presentIntegration } from './integration.record'

/** @throws Refusal ERR_INVALID_INPUT for an address that may not be called */
export async function createIntegration(asked: CompanyContext, body: IntegrationBody) {
  integrationRecords.assertMayChange(asked)
  await assertMayCall(asked, body.urlN8N)
  const ctx = createContext(asked.company, asked.actor)
  return ctx.transaction(() => {
    const values = completed(withSealedSecrets(ctx, body, { jsonContent: '', secret: '', urlN8N: '' }))
    assertWhole(ctx, values)
    return presentIntegration(ctx, integrationRecords.create(ctx, values))
  })
}

export async function updateIntegration(asked: CompanyContext, id: number, given: UpdateIntegrationBody) {
  integrationRecords.assertMayChange(asked)
  const urlN8N = given.urlN8N && addressFor(asked, given.urlN8N, integrationRecords.get(asked, id))
  const body = { ...given, urlN8N }
  await assertMayCall(asked, urlN8N)
  const ctx = createContext(asked.company, asked.actor)
  return ctx.transaction(() => {
    const stored = integrationRecords.get(ctx, id)
    const changes = withSealedSecrets(ctx, withoutMissing(body), stored)
    const next = completed({ ...stored, ...changes })
    assertWhole(ctx, next)
    return presentIntegration(ctx, integrationRecords.update(ctx, id, { ...changes, projectName: next.projectName }))
  })
}

async function assertMayCall({ company }: CompanyContext, url: string | undefined) {
  if (!url || (await company.services.outgoing.mayCall(url))) return
  refuse('ERR_INVALID_INPUT', { fields: { urlN8N: 'refusedAddress' } })
}

type Secrets = Pick<Integration, 'jsonContent' | 'secret' | 'urlN8N'>

/** An empty field keeps the secret, a missing one the address. */
function withSealedSecrets<Body extends UpdateIntegrationBody>(
  ctx: CompanyContext,
  body: Body,
  stored: Secrets,
): Body & Secrets {
  const { sealer } = ctx.company.services
  return {
    ...body,
    jsonContent: changeSecret(sealer, stored.jsonContent, body.jsonContent),
    secret: changeSecret(sealer, stored.secret, body.secret),
    urlN8N: body.urlN8N === undefined ? stored.urlN8N : sealAddress(sealer, body.urlN8N),
  }
}

const completed = <Values extends Pick<Integration, 'type' | 'name' | 'projectName'>>(values: Values): Values => ({
  ...values,
  projectName: values.type === 'dialogflow' ? values.projectName : values.name,
})

type Whole = Pick<Integration, 'type' | 'projectName' | 'urlN8N' | 'typebotSlug' | 'jsonContent' | 'flowId'>

function assertWhole(ctx: CompanyContext, integration: Whole) {
  const { type, jsonContent, flowId } = integration
  const knowsFlow = type !== 'flowbuilder' || flowId === null || botRecordExists(ctx, 'flow', flowId)
  const fields = {
    ...missingFields(integration),
    ...(type === 'dialogflow' && jsonContent === '' ? { jsonContent: 'required' } : {}),
    ...(knowsFlow ? {} : { flowId: 'unknown' }),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
