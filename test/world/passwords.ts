/** Of every cashier in a world. */
export const somePassword = 'веселий-жайворон-42'
