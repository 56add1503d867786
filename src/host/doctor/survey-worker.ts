import { parentPort } from 'node:worker_threads'
import type { SurveyOrder } from './survey'
import { surveyCatalog, surveyCompany } from './survey.view'

parentPort?.on('message', (order: SurveyOrder) => {
  parentPort?.postMessage(order.kind === 'catalog' ? surveyCatalog(order) : surveyCompany(order))
})
