"""Puts Raiden's contracts on the chain, gives nodes ether and tokens, and registers the path-finding service."""
from raiden_contracts.constants import (
    CONTRACT_CUSTOM_TOKEN,
    CONTRACT_SERVICE_REGISTRY,
    CONTRACT_TOKEN_NETWORK_REGISTRY,
    CONTRACT_USER_DEPOSIT,
)
from raiden_contracts.deploy.contract_deployer import ContractDeployer
from raiden_contracts.utils.signature import private_key_to_address
from web3 import HTTPProvider, Web3

DEPLOYER_KEY = Web3.keccak(text="deployer")
UNLIMITED = 2**256 - 1
TOKENS_OF_A_NODE = 10**30
ETHER_OF_A_NODE = 100 * 10**18
PRICE_OF_A_SERVICE = 10**18
A_YEAR = 365 * 24 * 3600


def deploy(chain_url, service_url, nodes):
    """The addresses of what is on the chain; `nodes` are addresses, too."""
    web3 = Web3(HTTPProvider(chain_url))
    deployer_address = private_key_to_address(DEPLOYER_KEY)
    for address in [deployer_address, *nodes]:
        web3.provider.make_request("anvil_setBalance", [address, hex(ETHER_OF_A_NODE)])
    deployer = ContractDeployer(web3, DEPLOYER_KEY, gas_limit=10_000_000, gas_price=10)

    def contract(name, address):
        return web3.eth.contract(abi=deployer.contract_manager.get_contract_abi(name), address=address)

    def token(name, symbol):
        supply = TOKENS_OF_A_NODE * (len(nodes) + 1)
        address = deployer.deploy_token_contract(supply, 0, name, symbol)[CONTRACT_CUSTOM_TOKEN]
        deployed = contract(CONTRACT_CUSTOM_TOKEN, address)
        for node in nodes:
            deployer.transact(deployed.functions.transfer(node, TOKENS_OF_A_NODE))
        return deployed

    network_token, service_token = token("Token", "TOK"), token("Service token", "SVT")
    networks = deployer.deploy_raiden_contracts(
        max_num_of_token_networks=10,
        reuse_secret_registry_from_deploy_file=None,
        settle_timeout_min=20,
        settle_timeout_max=555_428,
    )["contracts"]
    registry = contract(
        CONTRACT_TOKEN_NETWORK_REGISTRY, networks[CONTRACT_TOKEN_NETWORK_REGISTRY]["address"]
    )
    services = deployer.deploy_service_contracts(
        token_address=service_token.address,
        user_deposit_whole_balance_limit=UNLIMITED,
        service_registry_controller=deployer_address,
        initial_service_deposit_price=PRICE_OF_A_SERVICE,
        service_deposit_bump_numerator=1,
        service_deposit_bump_denominator=1,
        decay_constant=A_YEAR,
        min_price=PRICE_OF_A_SERVICE,
        registration_duration=A_YEAR,
        token_network_registry_address=registry.address,
        reuse_service_registry_from_deploy_file=None,
    )["contracts"]
    deployer.transact(
        registry.functions.createERC20TokenNetwork(network_token.address, UNLIMITED, UNLIMITED)
    )
    # Nodes send what a path-finding service must know only to those that are registered.
    service_registry = contract(
        CONTRACT_SERVICE_REGISTRY, services[CONTRACT_SERVICE_REGISTRY]["address"]
    )
    deployer.transact(service_token.functions.approve(service_registry.address, PRICE_OF_A_SERVICE))
    deployer.transact(service_registry.functions.deposit(PRICE_OF_A_SERVICE))
    deployer.transact(service_registry.functions.setURL(service_url))
    return {
        "token": network_token.address,
        "service_token": service_token.address,
        "registry": registry.address,
        "user_deposit": services[CONTRACT_USER_DEPOSIT]["address"],
        "service": deployer_address,
    }
