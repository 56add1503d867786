import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { CompanyIdText, IdParams } from '../kernel/http/request-parts'
import { CompanySettingBody, SettingBody, settingKeys, SettingParams } from './setting.contract'

export const SettingView = v.object({ key: v.string(), value: v.string() })
export type SettingView = v.InferOutput<typeof SettingView>

export const publicSettingCalls = defineCalls({
  'GET /public-settings/:key': { public: true, params: SettingParams, answer: SettingView },
})

export const settingCalls = defineCalls({
  'GET /settings': { answer: v.array(SettingView) },
  'GET /setting/:key': { params: SettingParams, answer: SettingView },
  'PUT /settings/:key': { params: SettingParams, body: SettingBody, answer: SettingView },
  'GET /companySettings/:id': { params: IdParams, answer: v.object(v.entriesFromList(settingKeys, v.string())) },
  'GET /companySettingOne': {
    query: v.object({ column: v.pipe(v.string(), v.maxLength(100)), companyId: CompanyIdText }),
    answer: v.record(v.string(), v.string()),
  },
  'PUT /companySettings': { body: CompanySettingBody, answer: SettingView },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    settings: { action: 'update'; setting: SettingView }
  }
}
