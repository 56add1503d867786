import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { agentItemCalls } from './item.calls'
import { deletePlainItem, listPlainItems, savePlainItems } from './item.commands'
import { deleteProduct, listProducts, saveProducts } from './product.commands'

const done = { ok: true } as const

export function agentItemRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'agent-item-routes' }).use(guard), agentItemCalls, {
    'GET /productservice/agent/:id': ({ ctx, params }) => listProducts(ctx, params.id),
    'POST /productservice/bulk-with-files': ({ ctx, body }) => saveProducts(ctx, body),
    'PUT /productservice/bulk-with-files': ({ ctx, body }) => saveProducts(ctx, body, { replaces: true }),
    'DELETE /productservice/:id': ({ ctx, params }) => {
      deleteProduct(ctx, params.id)
      return done
    },
    'GET /faq/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'faq', params.id),
    'POST /faq/bulk': ({ ctx, body }) => savePlainItems(ctx, 'faq', body),
    'PUT /faq/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'faq', body, { replaces: true }),
    'DELETE /faq/:id': ({ ctx, params }) => {
      deletePlainItem(ctx, 'faq', params.id)
      return done
    },
    'GET /objection/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'objection', params.id),
    'POST /objection/bulk': ({ ctx, body }) => savePlainItems(ctx, 'objection', body),
    'PUT /objection/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'objection', body, { replaces: true }),
    'DELETE /objection/:id': ({ ctx, params }) => {
      deletePlainItem(ctx, 'objection', params.id)
      return done
    },
    'GET /complement/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'complement', params.id),
    'POST /complement/bulk': ({ ctx, body }) => savePlainItems(ctx, 'complement', body),
    'PUT /complement/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'complement', body, { replaces: true }),
    'DELETE /complement/:id': ({ ctx, params }) => {
      deletePlainItem(ctx, 'complement', params.id)
      return done
    },
  })
}
