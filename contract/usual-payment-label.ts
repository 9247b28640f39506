/** What stands on the receipt beside the payment when the register has no label of its own. */
export const usualPaymentLabel = 'Платіж через інтегратора NovaPay'
