export { findingTexts as findings } from '../../../src/host/doctor/finding-texts.contract'
